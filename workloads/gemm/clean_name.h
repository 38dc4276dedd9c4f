#pragma once
#include <string>
#include <string_view>

namespace ngpcsim::workloads {

/// A layer's name as results may carry it: valid UTF-8 (RFC 3629) with '?' for every other byte and for control characters, at most 120 bytes.
[[nodiscard]] std::string clean_name(std::string_view text);

/// `text` without blanks at its ends: spaces, tabs, and no-break spaces in UTF-8 (C2 A0) or Latin-1 (A0 beside an ASCII byte).
[[nodiscard]] std::string_view trim_blanks(std::string_view text);

}  // namespace ngpcsim::workloads
