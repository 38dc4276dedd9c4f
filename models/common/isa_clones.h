#pragma once

/// For functions that loop over queries: compiled for x86-64-v3 and for the baseline, the faster one chosen when the program starts. Integers, std::fma and single
/// fp32 operations (sources compile with -ffp-contract=off) go through them, so both give the same bits.
#define NGPCSIM_ISA_CLONES __attribute__((target_clones("arch=x86-64-v3", "default")))
