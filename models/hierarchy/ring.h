#pragma once
#include <cstdint>
#include <memory>
#include <utility>

namespace ngpcsim::models::hierarchy {

/// A queue whose places are used again and again: it allocates only to grow, and what is queued lies side by side.
template <class T>
class Ring {
 public:
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::uint32_t size() const { return size_; }
  [[nodiscard]] T& front() { return places_[first_]; }
  [[nodiscard]] const T& front() const { return places_[first_]; }
  [[nodiscard]] T& back() { return (*this)[size_ - 1]; }
  /// The n-th behind the front.
  [[nodiscard]] T& operator[](std::uint32_t n) { return places_[(first_ + n) & (count_ - 1)]; }

  void push_back(const T& item) {
    if (size_ == count_) grow();
    places_[(first_ + size_++) & (count_ - 1)] = item;
  }
  void pop_front() {
    first_ = (first_ + 1) & (count_ - 1);
    --size_;
  }

 private:
  void grow() {
    const std::uint32_t count = count_ == 0 ? 4 : 2 * count_;
    auto places = std::make_unique<T[]>(count);
    for (std::uint32_t n = 0; n < size_; ++n) places[n] = std::move((*this)[n]);
    places_ = std::move(places);
    count_ = count;
    first_ = 0;
  }

  std::unique_ptr<T[]> places_;
  std::uint32_t count_ = 0, first_ = 0, size_ = 0;  ///< `count_` is a power of two
};

}  // namespace ngpcsim::models::hierarchy
