#include "workloads/trace/ray_block_writer.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <vector>

#include "sim/base/error.h"
#include "workloads/trace/byte_text.h"
#include "workloads/trace/trace_format.h"

namespace ngpcsim::workloads::trace {
namespace {

using Ray = stream::WholeRays::Ray;
using Query = stream::WholeRays::Query;

/// Blocks of about a quarter of a megabyte: long enough to compress, and short enough to stay in a cache from the encoder to the compressor.
constexpr std::size_t kBlockSamples = std::size_t{1} << 16;
/// A sixteenth of a block tells how its steps grow.
constexpr std::size_t kTrialSamples = kBlockSamples / 16;

void check_ray(const Ray& ray) {
  if (ray.queries > kMaxChunkBytes / kMostSampleBytes / 2)
    throw InputError({"WORKLOAD"}, fmt::format("a ray of {} queries", ray.queries), "rays that fit into a chunk of a trace");
  check(ray.alive || (ray.queries == 0 && ray.tail_probes == 0), "a ray that does not live gives {} samples", ray.queries);
  check(!ray.ends_full || ray.queries > 0, "a ray without samples ends with its last");
}

/// The queries of the next rays of a block.
void decode(const RayBlock& block, RayBlock::Reader& reader, std::size_t rays, stream::WholeRays::Queries& queries) {
  queries.clear();
  for (; rays > 0; --rays) {
    const RayBlock::Ray ray = reader.next();
    RaySampler sampler{ray.begin, ray.end, {}};
    const std::size_t at = queries.size();
    queries.resize(at + (ray.state & kSampleMask));
    check(sampler.decode(std::span(queries).subspan(at), block), "samples that were encoded do not decode");
  }
}

/// Everything that stands before the samples of the largest block.
constexpr std::size_t kMostHeadBytes = kRaysHeaderBytes + std::size_t{kMaxChunkRays} * (8 + 4 + sizeof Ray::direction);

bool has_direction(const Ray& ray) {
  return ray.queries > 0 && std::any_of(ray.direction.begin(), ray.direction.end(), [](float d) { return std::bit_cast<std::uint32_t>(d) != 0; });
}

}  // namespace

bool RayBlockWriter::full() const { return block_rays_ >= kMaxChunkRays || block_queries_ >= kBlockSamples; }

std::optional<RayBlockWriter::Block> RayBlockWriter::next(bool last) {
  if (written_) {
    pending_.rays.erase(pending_.rays.begin(), pending_.rays.begin() + static_cast<std::ptrdiff_t>(block_rays_));
    block_rays_ = block_queries_ = 0;
    written_ = false;
  }
  take_rays();
  if (!full() && !(last && block_rays_ > 0)) return std::nullopt;
  choose_encoder();
  return finish_block();
}

/// Encodes pending rays up to the end of the block; the first ones for the other growth, too.
void RayBlockWriter::take_rays() {
  if (block_rays_ == 0) {
    for (SampleEncoder* const encoder : {&constant_, &growing_}) encoder->begin(usual_probes_, kMostHeadBytes);
    trial_rays_ = 0;
  }
  const std::size_t first = block_rays_;
  std::size_t queries = 0, trial_queries = 0;
  for (; !full() && block_rays_ < pending_.rays.size(); ++block_rays_) {
    const Ray& ray = pending_.rays[block_rays_];
    check_ray(ray);
    if (block_queries_ < kTrialSamples) {
      ++trial_rays_;
      trial_queries += ray.queries;
    }
    queries += ray.queries;
    block_queries_ += ray.queries;
  }
  if (trial_rays_ > first) other().add(block_rays().subspan(first, trial_rays_ - first), std::span(pending_.queries).first(trial_queries));
  likely_->add(block_rays().subspan(first), std::span(pending_.queries).first(queries));
  pending_.queries.erase(pending_.queries.begin(), pending_.queries.begin() + static_cast<std::ptrdiff_t>(queries));
}

/// What most samples of the block have, by the majority vote of Boyer and Moore.
std::uint32_t RayBlockWriter::voted_probes() {
  const RayBlock block = as_read();
  RayBlock::Reader reader(block);
  stream::WholeRays::Queries queries;
  decode(block, reader, block_rays_, queries);
  std::uint32_t candidate = 0;
  std::uint64_t votes = 0;
  for (const Query& query : queries) {
    if (votes == 0) candidate = query.probes;
    votes = query.probes == candidate ? votes + 1 : votes - 1;
  }
  return candidate;
}

/// Encodes the first `rays` of the block again.
void RayBlockWriter::encode_again(SampleEncoder& encoder, std::size_t rays) {
  constexpr std::size_t kRaysAtOnce = 256;
  const RayBlock block = as_read();
  RayBlock::Reader reader(block);
  encoder.begin(usual_probes_, kMostHeadBytes);
  stream::WholeRays::Queries queries;
  for (std::span<const Ray> left = block_rays().first(rays); !left.empty();) {
    const auto now = left.first(std::min(kRaysAtOnce, left.size()));
    decode(block, reader, now.size(), queries);
    encoder.add(now, queries);
    left = left.subspan(now.size());
  }
}

/// The encoder that takes fewer bytes for the first rays; constant steps where none does.
void RayBlockWriter::choose_encoder() {
  if (2 * likely_->usual_samples() <= block_queries_) {  // else the vote is known
    const std::uint32_t before = usual_probes_;
    usual_probes_ = voted_probes();
    if (usual_probes_ != before) {
      encode_again(*likely_, block_rays_);
      encode_again(other(), trial_rays_);
    }
  }
  const auto tried = likely_->ray_bytes().first(other().ray_bytes().size());
  const std::size_t likely_bytes = std::accumulate(tried.begin(), tried.end(), std::size_t{0});
  if (other().bytes() > likely_bytes || (other().bytes() == likely_bytes && likely_ == &constant_)) return;
  if (trial_rays_ < block_rays_) encode_again(other(), block_rays_);
  likely_ = &other();
}

/// The block as the likely encoder has it.
std::span<const char> RayBlockWriter::payload() {
  const std::span<const Ray> rays = block_rays();
  const auto with_samples = likely_->ray_bytes().size();
  const bool has_directions = std::any_of(rays.begin(), rays.end(), has_direction);
  const std::span<char> raw = likely_->with_head(kRaysHeaderBytes + 8 * rays.size() + (4 + (has_directions ? sizeof Ray::direction : 0)) * with_samples);
  char* to = raw.data();
  to = put(to, static_cast<std::uint32_t>(block_queries_));
  to = put(to, static_cast<std::uint32_t>(with_samples));
  to = put(to, likely_->usual_probes());
  to = put(to, likely_->growth());
  to = put(to, has_directions ? kHasDirections : 0u);
  for (const Ray& ray : rays) to = put(to, ray.queries | (ray.alive ? kAlive : 0u) | (ray.ends_full ? kEndsFull : 0u));
  for (const Ray& ray : rays) to = put(to, ray.tail_probes);
  for (const std::uint32_t bytes : likely_->ray_bytes()) to = put(to, bytes);
  for (const Ray& ray : rays)
    if (has_directions && ray.queries > 0) to = put(to, ray.direction);
  return raw;
}

RayBlock RayBlockWriter::as_read() {
  const std::span<const char> raw = payload();
  Bytes copy;
  copy.reserve(raw.size() + kMostSampleBytes);  // which a RayBlock appends
  copy.append(raw.data(), raw.size());
  return {std::move(copy), static_cast<std::uint32_t>(block_rays_)};
}

RayBlockWriter::Block RayBlockWriter::finish_block() {
  const std::span<const char> raw = payload();
  Block block{.rays = static_cast<std::uint32_t>(block_rays_), .queries = block_queries_, .probes = likely_->probes(),
              .raw = {raw.data(), raw.size()},
              .sample_bytes = likely_->bytes()};
  for (const Ray& ray : block_rays()) block.probes += ray.tail_probes;
  written_ = true;
  return block;
}

}  // namespace ngpcsim::workloads::trace
