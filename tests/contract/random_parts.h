#pragma once
#include <fmt/format.h>

#include "tests/naive/phases.h"
#include "tests/naive/setup.h"

/// The pieces a random case is put together from.
namespace ngpcsim::contract {

[[nodiscard]] bool one_in(Rng& rng, std::uint32_t n);
/// 1 .. most, one half of the time no more than 3: short queues and latencies are where the corner cases are.
[[nodiscard]] unsigned small(Rng& rng, unsigned most);

/// 1 .. `most_levels` levels of any kind; dense and tiled levels stay below 2^27 vertices.
[[nodiscard]] naive::GridSetup random_grid(Rng& rng, unsigned most_levels);
/// 1 .. 16 engines with 1 .. 16 banks, at which one case in three overlaps 2 .. 16 passes.
[[nodiscard]] naive::EngineSetup random_engine(Rng& rng);
/// Makes all corners of a look-up fall into one bank or one entry.
void make_hostile(Rng& rng, naive::NfpSetup& setup);
[[nodiscard]] naive::DirectionSetup random_direction(Rng& rng);
/// Gives the direction encoder the queue depths of the engines: the model then treats it as one lane more.
void share_depths(naive::NfpSetup& setup);
/// Any array and tile with 1 .. 4 layers of any size, or the two NeRF networks.
[[nodiscard]] naive::MlpSetup random_mlp(Rng& rng, const naive::NfpSetup& setup);
/// A density MLP and a colour MLP that also sees the direction.
[[nodiscard]] std::vector<naive::Layer> random_nerf_layers(Rng& rng, const naive::NfpSetup& setup);
/// Feature tables and weights.
void fill_values(Rng& rng, naive::NfpSetup& setup);
/// `queries` queries in random batches, with random densities of valid and ready from 5 to 100 %.
[[nodiscard]] naive::Stimulus random_stimulus(Rng& rng, std::size_t queries);

}  // namespace ngpcsim::contract
