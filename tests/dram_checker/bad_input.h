#pragma once
#include <stdexcept>

namespace ngpcsim::dram_checker {

/// A file or an option that cannot be understood. What is understood and breaks a rule is a Violation instead.
class BadInput : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace ngpcsim::dram_checker
