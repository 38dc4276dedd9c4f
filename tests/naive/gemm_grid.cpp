#include "tests/naive/gemm_grid.h"

#include <bit>
#include <deque>
#include <utility>

#include "sim/base/error.h"
#include "tests/naive/gemm_accumulators.h"

namespace ngpcsim::naive {
namespace {

/// An operand in a register, with the step it belongs to; `used` where an element computes with it.
struct Token {
  bool valid = false, used = false;
  std::size_t fold = 0;
  std::uint64_t step = 0;
  GemmDatum datum{};
};

Token token_of(const GemmEntry& entry, const std::vector<GemmDatum>& data, std::uint64_t line) {
  return {.valid = true, .used = line < data.size(), .fold = entry.fold, .step = entry.step, .datum = line < data.size() ? data[line] : GemmDatum{}};
}

/// Registers that delay what enters line n by n edges.
class Skew {
 public:
  explicit Skew(std::uint64_t lines) {
    for (std::uint64_t n = 0; n < lines; ++n) lines_.emplace_back(n);
  }
  Token pass(std::uint64_t line, const Token& in) {
    std::deque<Token>& registers = lines_[line];
    registers.push_back(in);
    const Token out = registers.front();
    registers.pop_front();
    return out;
  }

 private:
  std::vector<std::deque<Token>> lines_;
};

template <class T>
using Table = std::vector<std::vector<T>>;

template <class T>
Table<T> table(const GemmArraySetup& s) {
  return Table<T>(s.rows, std::vector<T>(s.cols));
}

class OutputStationary final : public GemmGrid {
 public:
  OutputStationary(const GemmArraySetup& setup, const GemmJob& job, const std::vector<GemmFold>& folds)
      : s_(setup),
        type_(job.type),
        folds_(folds),
        a_(table<Token>(setup)),
        b_(table<Token>(setup)),
        sum_(table<Sum>(setup)),
        skew_a_(setup.rows),
        skew_b_(setup.cols) {}

  GemmLeaving tick(const std::optional<GemmEntry>& entry, const std::optional<GemmLoadEntry>&) override {
    GemmLeaving leaving;
    std::vector<bool> bus(s_.cols, false);
    Table<Token> a = a_, b = b_;
    std::vector<Token> left, top;
    for (std::uint64_t r = 0; r < s_.rows; ++r) left.push_back(skew_a_.pass(r, entry ? token_of(*entry, entry->a, r) : Token{}));
    for (std::uint64_t c = 0; c < s_.cols; ++c) top.push_back(skew_b_.pass(c, entry ? token_of(*entry, entry->b, c) : Token{}));
    for (std::uint64_t r = 0; r < s_.rows; ++r)
      for (std::uint64_t c = 0; c < s_.cols; ++c) {
        a[r][c] = c == 0 ? left[r] : a_[r][c - 1];
        b[r][c] = r == 0 ? top[c] : b_[r - 1][c];
        element(r, c, a[r][c], b[r][c], bus, leaving);
      }
    a_ = a, b_ = b;
    return leaving;
  }

 private:
  struct Sum {
    bool open = false;  ///< begun, its result has not left
    std::size_t fold = 0;
    std::uint64_t steps = 0;
    GemmNumber value{};
  };

  void element(std::uint64_t r, std::uint64_t c, const Token& a, const Token& b, std::vector<bool>& bus, GemmLeaving& leaving) {
    check(a.valid == b.valid && (!a.valid || (a.fold == b.fold && a.step == b.step)), "element {}, {}: operands of different steps meet", r, c);
    if (!a.valid) return;
    const bool last = a.step + 1 == folds_[a.fold].steps.size();
    if (r + 1 == s_.rows && c + 1 == s_.cols) leaving.complete = {a.fold, a.step};
    if (!a.used || !b.used) return;
    check(a.datum.element.k == b.datum.element.k, "element {}, {}: operands of different k meet", r, c);
    Sum& sum = sum_[r][c];
    if (a.step == 0) {
      check(!sum.open, "element {}, {}: a sum of fold {} is overwritten", r, c, sum.fold);
      sum = {.open = true, .fold = a.fold, .steps = 0, .value = {}};
    }
    check(sum.open && sum.fold == a.fold && sum.steps == a.step, "element {}, {}: a step of fold {} finds the sum of another", r, c, a.fold);
    sum.value = naive::sum(type_, sum.value, product(type_, a.datum.value, b.datum.value));
    ++sum.steps;
    if (!last) return;
    check(!bus[c], "two results leave column {} at one edge", c);
    bus[c] = true;
    sum.open = false;
    leaving.results.push_back({a.fold, a.step, r, c, sum.value});
  }

  GemmArraySetup s_;
  GemmType type_;
  const std::vector<GemmFold>& folds_;
  Table<Token> a_, b_;
  Table<Sum> sum_;
  Skew skew_a_, skew_b_;
};

/// A register for an operand that stays: what was shifted into it, of which fold and load step.
struct Weight {
  bool valid = false, used = false;
  std::size_t fold = 0;
  std::uint64_t step = 0;
  GemmDatum datum{};
};

class Stationary final : public GemmGrid {
 public:
  Stationary(const GemmArraySetup& setup, const GemmJob& job, const std::vector<GemmFold>& folds)
      : s_(setup),
        type_(job.type),
        folds_(folds),
        moving_(table<Token>(setup)),
        sums_(table<Partial>(setup)),
        weight_(table<Weight>(setup)),
        shadow_(table<Weight>(setup)),
        skew_(setup.rows) {}

  GemmLeaving tick(const std::optional<GemmEntry>& entry, const std::optional<GemmLoadEntry>& load) override {
    GemmLeaving leaving;
    std::vector<bool> bus(s_.cols, false);
    Table<Token> moving = moving_;
    Table<Partial> sums = sums_;
    Table<Weight> weight = weight_;
    for (std::uint64_t r = 0; r < s_.rows; ++r) {
      const Token left = skew_.pass(r, entry ? token_of(*entry, s_.flow == GemmFlow::kIs ? entry->b : entry->a, r) : Token{});
      for (std::uint64_t c = 0; c < s_.cols; ++c) {
        const Token& in = moving[r][c] = c == 0 ? left : moving_[r][c - 1];
        sums[r][c] = element(r, c, in, weight[r][c], bus, leaving);
      }
    }
    // The chain shifts what the last edge left in it; where there are no second registers it is the one that computes.
    if (load) {
      const Table<Weight>& from = s_.prefetch ? shadow_ : weight_;
      Table<Weight> shifted = from;
      for (std::uint64_t r = s_.rows; r-- > 0;)
        for (std::uint64_t c = 0; c < s_.cols; ++c)
          shifted[r][c] = r > 0 ? from[r - 1][c]
                                : Weight{.valid = true,
                                         .used = c < load->data.size(),
                                         .fold = load->fold,
                                         .step = load->step,
                                         .datum = c < load->data.size() ? load->data[c] : GemmDatum{}};
      (s_.prefetch ? shadow_ : weight) = shifted;
    }
    moving_ = moving, sums_ = sums, weight_ = weight;
    accumulators_.commit();
    return leaving;
  }

 private:
  struct Partial {
    bool valid = false;
    std::size_t fold = 0;
    std::uint64_t step = 0;
    GemmNumber value{};
  };

  Partial element(std::uint64_t r, std::uint64_t c, const Token& in, Weight& weight, std::vector<bool>& bus, GemmLeaving& leaving) {
    if (!in.valid) return {};
    const GemmFold& fold = folds_[in.fold];
    if (in.step == 0 && s_.prefetch) weight = shadow_[r][c];  // the wave front swaps
    check(weight.valid && weight.fold == in.fold && weight.step == s_.rows - 1 - r,
          "element {}, {}: step {} of fold {} finds what load step {} of fold {} brought", r, c, in.step, in.fold, weight.step, weight.fold);
    Partial sum{.valid = true, .fold = in.fold, .step = in.step, .value = {}};
    if (r > 0) {
      check(sums_[r - 1][c].valid && sums_[r - 1][c].fold == in.fold && sums_[r - 1][c].step == in.step,
            "element {}, {}: operand and sum of different steps meet", r, c);
      sum.value = sums_[r - 1][c].value;
    } else if (fold.continues && c < fold.cols) {
      sum.value = accumulators_.read(in.fold - 1, in.step, c);
    }
    if (in.used && weight.used) {
      check(in.datum.element.k == weight.datum.element.k, "element {}, {}: operands of different k meet", r, c);
      sum.value = naive::sum(type_, sum.value, product(type_, in.datum.value, weight.datum.value));
    }
    if (r + 1 == s_.rows) leave(c, sum, bus, leaving);
    return sum;
  }

  void leave(std::uint64_t c, const Partial& sum, std::vector<bool>& bus, GemmLeaving& leaving) {
    const GemmFold& fold = folds_[sum.fold];
    if (c + 1 == s_.cols) leaving.complete = {sum.fold, sum.step};
    if (c >= fold.cols) return;
    check(!bus[c], "two results leave column {} at one edge", c);
    bus[c] = true;
    if (fold.keeps) accumulators_.write(sum.fold, sum.step, c, sum.value);
    else leaving.results.push_back({sum.fold, sum.step, 0, c, sum.value});
  }

  GemmArraySetup s_;
  GemmType type_;
  const std::vector<GemmFold>& folds_;
  Table<Token> moving_;
  Table<Partial> sums_;
  Table<Weight> weight_, shadow_;
  Skew skew_;
  GemmAccumulators accumulators_;
};

/// All elements take a step at the edge at which it enters; a tree a column and its registers are behind them.
class Broadcast final : public GemmGrid {
 public:
  Broadcast(const GemmArraySetup& setup, const GemmJob& job, const std::vector<GemmFold>& folds)
      : s_(setup), type_(job.type), folds_(folds), weight_(table<Weight>(setup)), shadow_(table<Weight>(setup)), pipe_(setup.latency - 1) {}

  GemmLeaving tick(const std::optional<GemmEntry>& entry, const std::optional<GemmLoadEntry>& load) override {
    std::optional<Flight> in;
    if (entry) in = compute(*entry);
    if (load) fill(*load);
    pipe_.push_back(in);
    const std::optional<Flight> out = pipe_.front();
    pipe_.pop_front();
    GemmLeaving leaving;
    if (out) leave(*out, leaving);
    accumulators_.commit();
    return leaving;
  }

 private:
  struct Flight {
    std::size_t fold;
    std::uint64_t step;
    std::vector<GemmNumber> sums;
  };

  Flight compute(const GemmEntry& entry) {
    const GemmFold& fold = folds_[entry.fold];
    if (entry.step == 0 && s_.prefetch) weight_ = shadow_;
    Flight flight{entry.fold, entry.step, {}};
    for (std::uint64_t c = 0; c < fold.cols; ++c) {
      std::vector<GemmNumber> leaves(std::bit_ceil(s_.rows));
      for (std::uint64_t r = 0; r < fold.rows; ++r) {
        const Weight& weight = weight_[r][c];
        check(weight.valid && weight.fold == entry.fold && weight.datum.element.k == entry.a[r].element.k,
              "element {}, {}: step {} of fold {} finds another weight", r, c, entry.step, entry.fold);
        leaves[r] = product(type_, entry.a[r].value, weight.datum.value);
      }
      for (; leaves.size() > 1; leaves.resize(leaves.size() / 2))
        for (std::size_t n = 0; n < leaves.size() / 2; ++n) leaves[n] = naive::sum(type_, leaves[2 * n], leaves[2 * n + 1]);
      flight.sums.push_back(fold.continues ? naive::sum(type_, accumulators_.read(entry.fold - 1, entry.step, c), leaves[0]) : leaves[0]);
    }
    return flight;
  }

  void fill(const GemmLoadEntry& load) {
    Table<Weight>& to = s_.prefetch ? shadow_ : weight_;
    std::uint64_t place = load.step * s_.load_width;
    for (const GemmDatum& datum : load.data) {
      to[place / folds_[load.fold].cols][place % folds_[load.fold].cols] = {.valid = true, .used = true, .fold = load.fold, .step = load.step, .datum = datum};
      ++place;
    }
  }

  void leave(const Flight& flight, GemmLeaving& leaving) {
    leaving.complete = {flight.fold, flight.step};
    for (std::uint64_t c = 0; c < flight.sums.size(); ++c) {
      if (folds_[flight.fold].keeps) accumulators_.write(flight.fold, flight.step, c, flight.sums[c]);
      else leaving.results.push_back({flight.fold, flight.step, 0, c, flight.sums[c]});
    }
  }

  GemmArraySetup s_;
  GemmType type_;
  const std::vector<GemmFold>& folds_;
  Table<Weight> weight_, shadow_;
  std::deque<std::optional<Flight>> pipe_;
  GemmAccumulators accumulators_;
};

}  // namespace

std::unique_ptr<GemmGrid> make_gemm_grid(const GemmArraySetup& array, const GemmJob& job, const std::vector<GemmFold>& folds) {
  if (array.flow == GemmFlow::kOs) return std::make_unique<OutputStationary>(array, job, folds);
  if (array.flow == GemmFlow::kBroadcast) return std::make_unique<Broadcast>(array, job, folds);
  return std::make_unique<Stationary>(array, job, folds);
}

}  // namespace ngpcsim::naive
