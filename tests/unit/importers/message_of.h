#pragma once
#include <string>

#include "sim/base/error.h"

namespace ngpcsim::workloads::test {

/// The message of the InputError that `run` ends with; empty where it ends otherwise.
template <class Run>
std::string message_of(const Run& run) {
  try {
    run();
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

}  // namespace ngpcsim::workloads::test
