#pragma once
#include <algorithm>
#include <array>
#include <concepts>
#include <string>
#include <string_view>
#include <utility>

#include "sim/config/describe.h"
#include "sim/config/document.h"
#include "sim/config/number.h"
#include "sim/config/provenance.h"
#include "sim/config/range.h"
#include "sim/config/tree_reader.h"
#include "sim/config/value_text.h"

namespace ngpcsim::config {

/// The visitor (describe.h) that fills a parameter struct from a document. Defaults outside their own range break an invariant: a resolved
/// file could not be read back.
class Binder {
 public:
  explicit Binder(const ConfigDocument& document) : reader_(document) {}

  template <std::integral Integer>
    requires(!std::same_as<Integer, bool>)
  void integer(std::string_view name, Integer& value, const IntRange& range, const Doc& doc) {
    const IntRange allowed = within_type<Integer>(range);
    if (const ConfigNode* const node = reader_.take(name, doc)) {
      value = static_cast<Integer>(read_integer(*node, reader_.path(), allowed));
    } else {
      check_default(std::in_range<std::int64_t>(value) && contains(allowed, static_cast<std::int64_t>(value)));
    }
  }

  template <std::floating_point Real>
  void real(std::string_view name, Real& value, const RealRange& range, const Doc& doc) {
    if (const ConfigNode* const node = reader_.take(name, doc)) {
      const ParsedNumber<Real> parsed = parse_real_as<Real>(*node->value);
      const ParsedNumber<double> wide{parsed.value, parsed.error};
      value = static_cast<Real>(check_real(*node, reader_.path(), range, wide));
    } else {
      check_default(contains(range, static_cast<double>(value)));
    }
  }

  void flag(std::string_view name, bool& value, const Doc& doc) {
    if (const ConfigNode* const node = reader_.take(name, doc)) value = read_flag(*node, reader_.path());
  }

  template <class Enum, std::size_t N>
  void choice(std::string_view name, Enum& value, const std::array<Choice<Enum>, N>& choices, const Doc& doc) {
    if (const ConfigNode* const node = reader_.take(name, doc)) {
      std::array<std::string_view, N> names;
      std::transform(choices.begin(), choices.end(), names.begin(), [](const Choice<Enum>& c) { return c.name; });
      value = choices[read_choice(*node, reader_.path(), names)].value;
    } else {
      check_default(std::any_of(choices.begin(), choices.end(), [&](const Choice<Enum>& c) { return c.value == value; }));
    }
  }

  void text(std::string_view name, std::string& value, const Doc& doc) {
    if (const ConfigNode* const node = reader_.take(name, doc)) value = *node->value;
  }

  template <class Group>
  void group(std::string_view name, Group& value, std::string_view /*meaning*/) {
    reader_.enter_group(name);
    Group::describe(value, *this);
    reader_.leave_group();
  }

  [[nodiscard]] Provenance finish() { return reader_.finish(); }

 private:
  void check_default(bool holds) const { check(holds, "the default of {} is not a value that it allows", reader_.path()); }

  TreeReader reader_;
};

template <class Params>
struct Bound {
  Params params;
  Provenance provenance;
};

/// The document as a parameter struct; what it does not say keeps the value in `defaults`. Throws InputError (file, line, path, value,
/// allowed values) for a value that does not fit its description and for an element or override that nothing describes.
template <class Params>
[[nodiscard]] Bound<Params> bind(const ConfigDocument& document, Params defaults = {}) {
  Binder binder(document);
  Params::describe(defaults, binder);
  Provenance provenance = binder.finish();
  return {std::move(defaults), std::move(provenance)};
}

}  // namespace ngpcsim::config
