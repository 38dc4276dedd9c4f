#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "models/common/fp16.h"
#include "models/common/value_row.h"

/// Values of the MLP engine, dataflow `broadcast` (docs/timing.md, section 5).
namespace ngpcsim::models {

/// Dimensions are padded to a multiple of this, as the fully fused MLP of tiny-cuda-nn does.
inline constexpr std::uint32_t kMlpPadding = 16;

[[nodiscard]] constexpr std::uint32_t padded_width(std::uint32_t width) { return (width + kMlpPadding - 1) / kMlpPadding * kMlpPadding; }

/// One fully connected layer without bias, weights in fp16. Rows and columns beyond `inputs` and `outputs` up to the padded sizes hold +0.
class MlpLayer {
 public:
  /// `weights`: outputs x inputs, row-major (unpadded), as tiny-cuda-nn stores them.
  MlpLayer(std::uint32_t inputs, std::uint32_t outputs, std::span<const Fp16> weights);
  /// Seeded weights, uniform in +-2^-n, the power of two next to He's bound sqrt(6 / inputs), rounded to fp16.
  [[nodiscard]] static MlpLayer synthetic(std::uint32_t inputs, std::uint32_t outputs, std::uint64_t seed);

  [[nodiscard]] std::uint32_t inputs() const { return inputs_; }
  [[nodiscard]] std::uint32_t outputs() const { return outputs_; }
  [[nodiscard]] Fp16 weight(std::uint32_t output, std::uint32_t input) const { return weights_[std::size_t{output} * inputs_ + input]; }

  /// out[o] = round(activation(sum over i of weight(o, i) x in[i])) for a row of queries, `in` and `out` of the padded sizes, +0 in the padding of both.
  /// The inputs are cut into array tiles of `rows`; the fp32 products of a tile (exact) are summed by a balanced binary tree that adds
  /// neighbours 2i and 2i + 1 and has `rows` leaves, rounded up to a power of two, +0 where there is no input; the sums of the tiles are
  /// added in order, starting from the first. Neither output tiles nor packing change a value.
  /// ReLU turns what compares <= 0 into +0 and keeps NaN. Outputs beyond outputs() are +0, also where an input is infinite.
  void evaluate(std::span<const ValueRow> in, std::uint32_t rows, bool relu, std::span<ValueRow> out) const;
  /// The same for one query.
  void evaluate(std::span<const Fp16> in, std::uint32_t rows, bool relu, std::span<Fp16> out) const;

 private:
  std::uint32_t inputs_, outputs_;
  std::vector<Fp16> weights_;
  /// The same as fp32, inputs padded, of two outputs side by side: [output / 2][input][output % 2]. An odd last output has one of zeros beside it.
  std::vector<float> pairs_;
};

/// Layers one after the other: ReLU after each but the last, and after the last where asked for.
class Mlp {
 public:
  /// `hidden_layers` >= 1 layers of `width` neurons between `inputs` and `outputs`; all sizes 1 .. 256; seeded synthetic weights.
  [[nodiscard]] static Mlp synthetic(std::uint32_t inputs, std::uint32_t width, std::uint32_t hidden_layers, std::uint32_t outputs, std::uint64_t seed,
                                     bool output_relu = false);
  /// Each layer's inputs are the outputs of the one before.
  explicit Mlp(std::vector<MlpLayer> layers, bool output_relu = false);

  [[nodiscard]] std::span<const MlpLayer> layers() const { return layers_; }
  [[nodiscard]] std::uint32_t inputs() const { return layers_.front().inputs(); }
  [[nodiscard]] std::uint32_t outputs() const { return layers_.back().outputs(); }

  /// Values of a row of queries. `in` and `out` have the padded sizes, `in` with +0 beyond inputs().
  void evaluate(std::span<const ValueRow> in, std::uint32_t rows, std::span<ValueRow> out) const;
  /// Of one query: `in` has inputs() and `out` outputs() values; padding is added and dropped inside (+0, with zero weights).
  void evaluate(std::span<const Fp16> in, std::uint32_t rows, std::span<Fp16> out) const;

 private:
  std::vector<MlpLayer> layers_;
  bool output_relu_;
};

}  // namespace ngpcsim::models
