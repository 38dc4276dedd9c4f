#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/base/error.h"
#include "tests/naive/gemm_folds.h"

namespace ngpcsim::naive {

/// What the operand store keeps of one operand: the elements of a claim, each at its place in the claim. A step that fetches an element writes it, later steps
/// read it.
class GemmStore {
 public:
  GemmStore(std::uint64_t claim_bytes, std::uint64_t element_bytes) : places_(claim_bytes / element_bytes) {}

  void write(std::uint64_t place, const GemmElement& element) {
    check(place < places_.size(), "place {} of a claim of {} elements", place, places_.size());
    writes_.push_back({place, element});
  }
  void read(std::uint64_t place, const GemmElement& element) const {
    check(place < places_.size() && places_[place] == element, "place {} of the store holds another element", place);
  }
  void commit() {
    for (const Write& write : writes_) places_[write.place] = write.element;
    writes_.clear();
  }

 private:
  struct Write {
    std::uint64_t place;
    GemmElement element;
  };
  std::vector<std::optional<GemmElement>> places_;
  std::vector<Write> writes_;
};

}  // namespace ngpcsim::naive
