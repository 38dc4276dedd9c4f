#include "sim/app/dram/command_writer.h"

#include <iterator>
#include <system_error>

#include <fmt/format.h>

#include "sim/app/output_folder.h"
#include "sim/base/error.h"
#include "sim/config/text.h"

namespace ngpcsim::app {
namespace {

constexpr std::size_t kWriteBlock = std::size_t{1} << 18;

template <class Number>
void put(std::string& text, const std::optional<Number>& value) {
  if (value) text += fmt::format_int(*value).c_str();
  text += ',';
}

}  // namespace

CommandWriter::CommandWriter(std::filesystem::path file) : file_(std::move(file)), part_(file_) {
  require_writable_file(file_, "--commands");
  part_ += ".part";
  out_.open(part_, std::ios::binary);
  if (!out_) throw InputError({.file = "--commands"}, fmt::format("cannot write {}", config::in_quotes(part_.string())), "a file that can be made");
  buffer_ = "cycle,channel,pseudo_channel,rank,bank_group,bank,command,row,column,request\n";
}

CommandWriter::~CommandWriter() {
  if (!out_.is_open()) return;
  out_.close();
  std::error_code error;  // nothing can be done about it here
  std::filesystem::remove(part_, error);
}

void CommandWriter::add(const models::dram::CommandRecord& r) {
  fmt::format_to(std::back_inserter(buffer_), "{},{},{},{},", r.cycle, r.channel, r.pseudo_channel, r.rank);
  put(buffer_, r.bank_group);
  put(buffer_, r.bank);
  buffer_ += r.command;
  buffer_ += ',';
  put(buffer_, r.row);
  put(buffer_, r.column);
  put(buffer_, r.request);
  buffer_.back() = '\n';
  if (buffer_.size() >= kWriteBlock) flush();
}

void CommandWriter::flush() {
  out_.write(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
  buffer_.clear();
}

void CommandWriter::finish() {
  flush();
  out_.close();
  std::error_code error;
  if (out_) std::filesystem::rename(part_, file_, error);
  if (!out_ || error)
    throw InputError({.file = "--commands"}, fmt::format("writing {} failed", config::in_quotes(file_.string())), "a file that can be written");
}

}  // namespace ngpcsim::app
