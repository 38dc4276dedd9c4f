#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "workloads/stream/query_stream.h"
#include "workloads/trace/query_index.h"
#include "workloads/trace/trace_file.h"

namespace ngpcsim::workloads::trace {

/// The queries of a recorded trace: whatever group sizes and steps are asked for, what the recorded source would have given. Memory holds the
/// chunks of the groups that are open. A damaged part of the file throws InputError when it is reached.
class TraceSource final : public stream::QuerySource {
 public:
  explicit TraceSource(std::shared_ptr<const TraceFile> file) : file_(std::move(file)), index_(read_query_index(*file_)) {}

  [[nodiscard]] std::uint64_t frames() const override { return index_.frames.size(); }
  [[nodiscard]] std::string frame_name(std::uint64_t frame) const override;
  [[nodiscard]] std::unique_ptr<stream::Frame> open_frame(std::uint64_t frame) const override;

  [[nodiscard]] const QueryIndex& index() const { return index_; }

 private:
  std::shared_ptr<const TraceFile> file_;
  QueryIndex index_;
};

}  // namespace ngpcsim::workloads::trace
