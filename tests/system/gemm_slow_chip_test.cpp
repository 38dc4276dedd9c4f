// Chips that run lists of multiplications against the slow one, on random small chips: the same requests at the same edges of the memory, the same accounts,
// the same values.
#include <cstdint>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "models/gemm/gemm_values.h"
#include "models/chip/gemm_values_of.h"
#include "tests/support/child_process.h"
#include "tests/system/random_gemm_chip.h"

namespace ngpcsim {
namespace {

std::string slow_account_text(const models::GemmAccount& a) {
  return gemm_account_text({a.fill, a.stream, a.output_full, a.drain, a.weights, a.dependency, a.memory, a.write_back, a.idle});
}

std::string model_text(const RandomGemmChip& c) {
  return testing_support::in_child([&] {
    std::string text;
    models::GemmHooks hooks;
    hooks.request = [&](std::uint64_t edge, const models::MemoryRequest& request) {
      text += gemm_request_text(edge, request.source.value(), request.access == models::MemoryAccess::kWrite, request.address, request.bytes);
    };
    const models::GemmRunRecord record = models::run_gemm_chip(c.setup, c.list, hooks);
    for (const models::GemmCounters& array : record.arrays) text += fmt::format("array active {} {}\n", array.active_cycles, slow_account_text(array.account));
    for (std::size_t n = 0; n < record.layers.size(); ++n) {
      const models::GemmLayerRecord& layer = record.layers[n];
      text += fmt::format("multiplication {} split {} parts {} from {} cycles {} {}\n", n, static_cast<int>(layer.split), layer.parts, layer.first_edge,
                          layer.cycles, slow_account_text(layer.counters.account));
    }
    return text;
  });
}

std::string first_difference(const std::string& model, const std::string& slow) {
  if (model == slow) return {};
  const std::size_t at = static_cast<std::size_t>(std::mismatch(model.begin(), model.end(), slow.begin(), slow.end()).first - model.begin());
  const std::size_t line = model.rfind('\n', at == 0 ? 0 : at - 1);
  const std::size_t from = line == std::string::npos ? 0 : line + 1;
  return "model: " + model.substr(from, 300) + "\nslow:  " + slow.substr(from, 300);
}

void expect_same(std::uint64_t seed) {
  const RandomGemmChip c = random_gemm_chip(seed);
  std::vector<models::GemmElements> elements;
  for (std::size_t n = 0; n < c.list.size(); ++n) elements.push_back(models::synthetic_elements(c.list[n], n, seed));
  const SlowGemmRun slow = run_slow_gemm_chip(c.slow, [&](std::size_t layer, int operand, std::uint64_t batch, std::uint64_t line, std::uint64_t k) {
    return elements[layer](operand == 0 ? models::Operand::kA : models::Operand::kB, batch, line, k);
  });
  ASSERT_EQ(first_difference(model_text(c), slow.edges), "") << "seed " << seed;
  for (std::size_t n = 0; n < c.list.size(); ++n)
    ASSERT_EQ(models::gemm_results(models::gemm_value_setup(c.setup.chip, c.list[n]), c.list[n], elements[n]), slow.results[n])
        << "seed " << seed << ", multiplication " << n;
}

TEST(GemmSlowChip, GivesTheSameEdgesAndValues) {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) ASSERT_NO_FATAL_FAILURE(expect_same(seed));
}

}  // namespace
}  // namespace ngpcsim
