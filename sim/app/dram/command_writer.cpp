#include "sim/app/dram/command_writer.h"

#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace ngpcsim::app {
namespace {

template <class Number>
void put(std::string& text, const std::optional<Number>& value) {
  if (value) text += fmt::format_int(*value).c_str();
  text += ',';
}

}  // namespace

CommandWriter::CommandWriter(std::filesystem::path file, std::string flag) : file_(std::move(file), std::move(flag)) {
  file_.text() = "cycle,channel,pseudo_channel,rank,bank_group,bank,command,row,column,request\n";
}

void CommandWriter::add(const models::dram::CommandRecord& r) {
  std::string& text = file_.text();
  fmt::format_to(std::back_inserter(text), "{},{},{},{},", r.cycle, r.channel, r.pseudo_channel, r.rank);
  put(text, r.bank_group);
  put(text, r.bank);
  text += r.command;
  text += ',';
  put(text, r.row);
  put(text, r.column);
  put(text, r.request);
  text.back() = '\n';
  file_.written();
}

}  // namespace ngpcsim::app
