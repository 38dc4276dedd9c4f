#pragma once
#include <string>
#include <string_view>

#include "sim/config/document.h"

namespace ngpcsim::config {

/// Reads an XML configuration file and the bases that it names, and merges them:
///
///   <chip name="ngpc-8-wide" base="ngpc-8" machine="ngpc">
///     <nfps value="8" source="(P) ISCA'23 sec. 4"/>
///     <nfp> <encoding_engine> <engines value="32"/> </encoding_engine> </nfp>
///   </chip>
///
/// An element with `value` is a parameter, one without is a group. `base` is the bare name of another file of the same folder, or a path
/// (with '/' or ending in .xml) relative to it; what this file says wins over its base, parameter by parameter, and so do root attributes.
/// Throws InputError with file and line; see xml_reader.h for the XML, bind.h for the values. Here: a file that is missing, a folder,
/// unreadable, empty or larger than 4 MiB, bases in a circle, and a parameter that is a group in the base or the reverse.
[[nodiscard]] ConfigDocument load(const std::string& path, const RootKind& kind);

/// The same for a text that stands for the file `path`.
[[nodiscard]] ConfigDocument load_text(std::string_view text, const std::string& path, const RootKind& kind);

}  // namespace ngpcsim::config
