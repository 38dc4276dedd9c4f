#include "workloads/trace/trace_source.h"

#include <algorithm>
#include <optional>

#include "workloads/trace/trace_group.h"

namespace ngpcsim::workloads::trace {
namespace {

/// Payloads that an open group may hold: far more than groups of the usual size need, so that only a file made for it gets there.
constexpr std::uint64_t kMaxGroupBytes = std::uint64_t{1} << 30;
constexpr std::uint64_t kUsualGroupRays = std::uint64_t{1} << 16;  // room for them costs little, whatever a file says it has
constexpr std::uint64_t kMaxGroupRays = std::uint64_t{1} << 31;  // ray numbers have 32 bits

struct FrameHead {
  std::uint64_t rays = 0;
  std::string name;
  std::uint64_t next = 0;
};

FrameHead read_frame(const TraceFile& file, const QueryIndex::FrameEntry& entry) {
  const TraceFile::Chunk chunk = file.read(entry.offset, kFrame);
  ByteCursor cursor(chunk.raw);
  FrameHead head;
  head.rays = cursor.take<std::uint64_t>();
  const auto name_bytes = cursor.take<std::uint32_t>();
  if (name_bytes > kMaxNameBytes) file.fail(entry.offset, fmt::format("a frame's name of {} bytes", name_bytes), fmt::format("at most {}", kMaxNameBytes));
  head.name = cursor.take_bytes(name_bytes);
  head.next = chunk.next;
  if (!cursor.used_up()) file.fail(entry.offset, fmt::format("{} bytes in a chunk that begins a frame", chunk.raw.size()));
  if (head.rays != entry.rays) file.fail(entry.offset, fmt::format("a frame of {} rays, the index says {}", head.rays, entry.rays));
  return head;
}

class TraceFrame final : public stream::Frame {
 public:
  TraceFrame(std::shared_ptr<const TraceFile> file, const QueryIndex::FrameEntry& entry, std::uint64_t group_limit)
      : file_(std::move(file)), entry_(entry), group_limit_(std::min(group_limit, kMaxGroupRays)), next_chunk_(read_frame(*file_, entry).next) {}

  [[nodiscard]] std::uint64_t pixels() const override { return entry_.rays; }

  [[nodiscard]] std::unique_ptr<stream::RayGroup> next_group(std::uint64_t max_rays) override {
    check(max_rays > 0, "a group of no rays");
    const std::uint64_t wanted = std::min({max_rays, group_limit_, entry_.rays - taken_});
    if (wanted == 0) return nullptr;
    auto group = std::make_unique<TraceGroup>(file_);
    group->reserve(std::min(wanted, kUsualGroupRays));
    std::uint64_t bytes = 0;
    while (group->rays() < wanted) {
      if (!reader_ || reader_->left() == 0) open_block();
      bytes += block_->block.bytes();
      if (bytes > kMaxGroupBytes)
        file_->fail(block_->offset, fmt::format("a group of {} rays takes more than {} bytes", wanted, kMaxGroupBytes), "a chip with smaller chip.host.rays_per_group");
      group->add_block(block_);
      for (std::uint64_t left = std::min<std::uint64_t>(wanted - group->rays(), reader_->left()); left > 0; --left) group->add_ray(reader_->next());
    }
    taken_ += wanted;
    return group;
  }

 private:
  void open_block() {
    const std::uint64_t at = next_chunk_;
    if (chunks_ == entry_.chunks) file_->fail(at, fmt::format("the {} chunks of a frame hold {} of its {} rays", chunks_, read_, entry_.rays));
    TraceFile::Chunk chunk = file_->read(at, kRays);
    if (chunk.header.items > entry_.rays - read_) file_->fail(at, fmt::format("a chunk of {} rays, of which the frame has {} left", chunk.header.items, entry_.rays - read_));
    reader_.reset();
    try {
      block_ = std::make_shared<const PlacedBlock>(PlacedBlock{RayBlock(std::move(chunk.raw), chunk.header.items), at});
    } catch (const PayloadError& error) {
      file_->fail(at, error.what());
    }
    reader_.emplace(block_->block);
    read_ += chunk.header.items;
    ++chunks_;
    next_chunk_ = chunk.next;
  }

  std::shared_ptr<const TraceFile> file_;
  QueryIndex::FrameEntry entry_;
  std::uint64_t group_limit_;
  std::uint64_t next_chunk_;
  std::uint64_t chunks_ = 0, read_ = 0, taken_ = 0;  ///< chunks read, rays in them, rays handed out
  std::shared_ptr<const PlacedBlock> block_;
  std::optional<RayBlock::Reader> reader_;
};

}  // namespace

std::string TraceSource::frame_name(std::uint64_t frame) const { return read_frame(*file_, index_.frames.at(frame)).name; }

std::unique_ptr<stream::Frame> TraceSource::open_frame(std::uint64_t frame) const {
  return std::make_unique<TraceFrame>(file_, index_.frames.at(frame), index_.group_limit);
}

}  // namespace ngpcsim::workloads::trace
