#include <gtest/gtest.h>

#include <cmath>

#include "models/nfp/float_network.h"
#include "sim/base/rng.h"
#include "sim/train/network_trainer.h"

namespace ngpcsim::train {
namespace {

models::EncodingParams small_encoding(std::uint32_t dims) {
  models::EncodingParams encoding;
  encoding.dims = dims;
  encoding.levels = 3;
  encoding.log2_table_entries = 5;
  encoding.base_resolution = 4;
  encoding.per_level_scale = 2.0;
  return encoding;
}

void squares(const std::vector<Lane>& outputs, const Batch& batch, std::vector<Lane>& by_outputs, double& loss) {
  for (std::size_t n = 0; n < outputs.size(); ++n)
    for (std::size_t q = 0; q < kLanes; ++q) {
      const float error = outputs[n][q] - batch.targets[n][q];
      loss += 0.5 * static_cast<double>(error) * static_cast<double>(error);
      by_outputs[n][q] = error;
    }
}

Batch random_batch(Rng& rng, std::size_t outputs) {
  Batch batch;
  for (auto& position : batch.positions) position = {rng.unit(), rng.unit(), rng.unit()};
  for (auto& direction : batch.directions) direction = {0.6f, 0.0f, 0.8f};
  batch.targets.resize(outputs);
  for (Lane& target : batch.targets)
    for (float& value : target) value = rng.unit();
  return batch;
}

/// The derivative by each tenth parameter against the difference quotient of the loss.
void check_gradient(const models::EncodingParams& encoding, const models::NetworkParams& network) {
  NetworkTrainer trainer(encoding, models::make_grid_levels(encoding, 1, {"test"}), network, 5);
  Rng rng(6);
  for (float& value : trainer.values()) value += 0.2f * (rng.unit() - 0.5f);  // features begin next to 0
  const Batch batch = random_batch(rng, trainer.outputs());
  static_cast<void>(trainer.add_gradient(batch, squares));
  const std::vector<float> gradient(trainer.gradient().begin(), trainer.gradient().end());
  double largest = 0.0;
  for (const float g : gradient) largest = std::max(largest, std::abs(static_cast<double>(g)));
  ASSERT_GT(largest, 0.0);
  std::size_t compared = 0, different = 0;
  for (std::size_t i = 0; i < gradient.size(); i += 10) {
    constexpr float kStep = 1e-3f;
    const float kept = trainer.values()[i];
    trainer.values()[i] = kept + kStep;
    const double above = trainer.add_gradient(batch, squares);
    trainer.values()[i] = kept - kStep;
    const double below = trainer.add_gradient(batch, squares);
    trainer.values()[i] = kept;
    const double quotient = (above - below) / (2.0 * static_cast<double>(kStep));
    different += std::abs(quotient - static_cast<double>(gradient[i])) > 0.01 * largest ? 1u : 0u;
    ++compared;
  }
  ASSERT_GT(compared, 50u);
  EXPECT_LE(different, compared / 20) << "of " << compared;  // a neuron of some query may pass the corner of its ReLU within the step
}

TEST(NetworkTrainer, GradientIsTheDifferenceQuotient) {
  models::NetworkParams plain;
  plain.kind = models::NetworkKind::kPlain;
  plain.width = 16;
  plain.outputs = 3;
  check_gradient(small_encoding(2), plain);
  plain.output_activation = models::OutputActivation::kRelu;
  check_gradient(small_encoding(3), plain);
  models::NetworkParams radiance;
  radiance.width = 16;
  check_gradient(small_encoding(3), radiance);
}

TEST(NetworkTrainer, LearnsAFunctionThatTheFloatNetworkThenGives) {
  const models::EncodingParams encoding = small_encoding(2);
  const std::vector<models::GridLevel> levels = models::make_grid_levels(encoding, 1, {"test"});
  models::NetworkParams network;
  network.kind = models::NetworkKind::kPlain;
  network.width = 16;
  network.outputs = 2;
  NetworkTrainer trainer(encoding, levels, network, 1);
  Rng rng(2);
  const auto target = [](float x, float y) { return std::array<float, 2>{x * y, 1.0f - 0.5f * x}; };
  for (int step = 0; step < 2000; ++step) {
    Batch batch = random_batch(rng, 2);
    for (std::size_t q = 0; q < kLanes; ++q)
      for (std::size_t n = 0; n < 2; ++n) batch.targets[n][q] = target(batch.positions[q][0], batch.positions[q][1])[n];
    static_cast<void>(trainer.add_gradient(batch, squares));
    trainer.step(1e-2f);
  }
  const models::FloatNetwork learnt(encoding, levels, network, trainer.parameters());
  double squared = 0.0;
  for (int i = 0; i < 100; ++i) {
    const std::array<float, 3> position{rng.unit(), rng.unit(), 0.0f};
    std::array<float, 2> out;
    learnt.evaluate({&position, 1}, {}, out);
    const auto expected = target(position[0], position[1]);
    for (std::size_t n = 0; n < 2; ++n) squared += std::pow(static_cast<double>(out[n] - expected[n]), 2);
  }
  EXPECT_LT(std::sqrt(squared / 200.0), 0.02);
}

}  // namespace
}  // namespace ngpcsim::train
