#pragma once
#include <array>
#include <cstdint>
#include <string>

#include "sim/config/bind.h"
#include "sim/config/describe.h"
#include "sim/config/load.h"

/// A small machine with one parameter of every type, for the tests of sim/config.
namespace ngpcsim::config::sample {

enum class Map { kLow, kXor, kParity };
inline constexpr std::array<Choice<Map>, 3> kMaps{{{Map::kLow, "low"}, {Map::kXor, "xor"}, {Map::kParity, "parity"}}};

struct Sram {
  std::uint32_t banks = 8;
  Map map = Map::kXor;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.integer("banks", p.banks, {.min = 1, .max = 256, .power_of_two = true}, {.unit = "banks", .meaning = "banks per engine", .source = "our choice"});
    v.choice("bank_map", p.map, kMaps, {.unit = "", .meaning = "bank of a word", .source = "our choice"});
  }
};

struct Engine {
  std::uint8_t engines = 16;
  std::int32_t offset = -3;
  bool per_ray = true;
  Sram sram;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.integer("engines", p.engines, {.min = 1, .max = 64}, {.unit = "engines", .meaning = "engines per NFP", .source = "(P) ISCA'23"});
    v.integer("offset", p.offset, {.min = -10, .max = 10}, {.unit = "", .meaning = "a signed number", .source = "our choice"});
    v.flag("per_ray", p.per_ray, {.unit = "", .meaning = "once per ray", .source = "our choice"});
    v.group("grid_sram", p.sram, "the banks of one engine");
  }
};

struct Chip {
  std::uint64_t nfps = 8;
  double voltage = 0.8;
  float share = 0.1f;
  std::string scene;
  Engine engine;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.integer("nfps", p.nfps, {.min = 1}, {.unit = "NFPs", .meaning = "processors", .source = "(P) \"8\" <of> 8/16/32/64 & more"});
    v.real("voltage", p.voltage, {.min = 0.5, .max = 1.2}, {.unit = "V", .meaning = "supply", .source = "our choice"});
    v.real("share", p.share, {.min = 0.0}, {.unit = "", .meaning = "a float", .source = "our choice"});
    v.text("scene", p.scene, {.unit = "", .meaning = "a name", .source = "none: empty"});
    v.group("encoding_engine", p.engine, "encoding engines of one NFP");
  }
};

inline RootKind chip_kind() { return {.element = "chip", .attributes = {"machine", "variant"}}; }

inline ConfigDocument parse(std::string_view text) { return load_text(text, "dir/a.xml", chip_kind()); }

/// What the InputError of `action` says; empty when it throws none.
template <class Action>
std::string message_of(Action action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

}  // namespace ngpcsim::config::sample
