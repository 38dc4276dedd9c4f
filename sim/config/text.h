#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace ngpcsim::config {

/// `text` in double quotes for a message; control characters become '?', and a long text is cut.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// "chip" + "nfps" = "chip.nfps"; an empty prefix adds nothing.
[[nodiscard]] std::string join_path(std::string_view prefix, std::string_view name);

/// The components of a dotted path; "a..b" has an empty one.
[[nodiscard]] std::vector<std::string_view> split_path(std::string_view path);

/// "a, b, c".
[[nodiscard]] std::string comma_list(const std::vector<std::string_view>& items);

}  // namespace ngpcsim::config
