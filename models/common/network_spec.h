#pragma once
#include <array>
#include <cstdint>
#include <string>

#include "sim/config/describe.h"

/// The network of a workload as the user writes it: which encoding, how many levels, which layers.
namespace ngpcsim::models {

enum class GridKind { kHash, kDense, kTiled };
inline constexpr std::array<config::Choice<GridKind>, 3> kGridKinds{
    {{GridKind::kHash, "hash"}, {GridKind::kDense, "dense"}, {GridKind::kTiled, "tiled"}}};

/// How a level's features follow from its corners: linear in each dimension; smoothstep: with 3 x^2 - 2 x^3 in place of the fraction x; nearest: those of the lower
/// corner alone.
enum class Interpolation { kLinear, kSmoothstep, kNearest };
inline constexpr std::array<config::Choice<Interpolation>, 3> kInterpolations{
    {{Interpolation::kLinear, "linear"}, {Interpolation::kSmoothstep, "smoothstep"}, {Interpolation::kNearest, "nearest"}}};

/// What a composite encoding has behind the features of the grid: values of the position alone, without tables, that the host encodes and sends with each query in
/// fp16. identity: the coordinates; frequency: sine and cosine of 2^k pi x, for k below composite_detail; one_blob: a bell about x over composite_detail bins;
/// spherical_harmonics: those of degree composite_detail of 2 x - 1, in 3-D (tiny-cuda-nn: Identity, Frequency, OneBlob, SphericalHarmonics).
enum class CompositeKind { kNone, kIdentity, kFrequency, kOneBlob, kSphericalHarmonics };
inline constexpr std::array<config::Choice<CompositeKind>, 5> kCompositeKinds{{{CompositeKind::kNone, "none"},
                                                                               {CompositeKind::kIdentity, "identity"},
                                                                               {CompositeKind::kFrequency, "frequency"},
                                                                               {CompositeKind::kOneBlob, "one_blob"},
                                                                               {CompositeKind::kSphericalHarmonics, "spherical_harmonics"}}};

/// A multi-resolution grid encoding (Müller et al. 2022), parameters named as in tiny-cuda-nn.
struct EncodingParams {
  GridKind grid = GridKind::kHash;
  std::uint32_t dims = 3;
  std::uint32_t levels = 16;
  std::uint32_t features = 2;
  std::uint32_t log2_table_entries = 19;
  std::uint32_t base_resolution = 16;
  double per_level_scale = 0.0;
  std::uint32_t finest_resolution = 2048;
  Interpolation interpolation = Interpolation::kLinear;
  CompositeKind composite = CompositeKind::kNone;
  std::uint32_t composite_detail = 4;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.choice("grid", p.grid, kGridKinds,
             {.unit = "",
              .meaning = "hash: levels larger than the table are hashed; dense: every level is stored whole; tiled: every level repeats the base grid",
              .source = "tiny-cuda-nn grid types"});
    v.integer("dims", p.dims, {.min = 2, .max = 3},
              {.unit = "", .meaning = "dimensions of a position", .source = "NeRF, NSDF, NVR 3; GIA 2"});
    v.integer("levels", p.levels, {.min = 1, .max = 32},
              {.unit = "levels", .meaning = "L, resolution levels", .source = "NGPC (ISCA'23) table of workloads: 16"});
    v.integer("features", p.features, {.min = 1, .max = 8, .power_of_two = true},
              {.unit = "features", .meaning = "F, features per entry", .source = "NGPC (ISCA'23): 2"});
    v.integer("log2_table_entries", p.log2_table_entries, {.min = 1, .max = 30},
              {.unit = "log2 entries", .meaning = "log2 T, largest table of a hashed level", .source = "NGPC (ISCA'23): 19"});
    v.integer("base_resolution", p.base_resolution, {.min = 1, .max = 4096},
              {.unit = "vertices", .meaning = "N_min, resolution of level 0", .source = "instant-ngp configs: 16"});
    v.real("per_level_scale", p.per_level_scale, {.min = 0.0, .max = 8.0},
           {.unit = "",
            .meaning = "b, growth of the resolution per level; 0 derives it from finest_resolution",
            .source = "instant-ngp: exp(ln(finest x aabb_scale / N_min) / (L - 1))"});
    v.integer("finest_resolution", p.finest_resolution, {.min = 2, .max = 1 << 20},
              {.unit = "vertices",
               .meaning = "resolution of the finest level per unit of the scene, when b is derived",
               .source = "instant-ngp: 2048 for NeRF and SDF"});
    v.choice("interpolation", p.interpolation, kInterpolations,
             {.unit = "",
              .meaning = "how features follow from the corners of a cell: linear; smoothstep: with 3 x^2 - 2 x^3 for the fraction x; nearest: those of the lower corner, one look-up a level",
              .source = "tiny-cuda-nn: Linear unless said otherwise"});
    v.choice("composite", p.composite, kCompositeKinds,
             {.unit = "",
              .meaning = "what the networks see of the position behind the grid's features: none; identity: the coordinates; frequency: sines and cosines; one_blob: a bell over bins; "
                         "spherical_harmonics: of 2 x - 1. The host encodes it and sends it with each query",
              .source = "tiny-cuda-nn Composite; our choice: on the host, as the engines look up tables alone"});
    v.integer("composite_detail", p.composite_detail, {.min = 1, .max = 64},
              {.unit = "", .meaning = "octaves of frequency, bins of one_blob (a power of two), degree of spherical_harmonics (up to 4)", .source = "our choice: 4; instant-ngp uses 10 to 16 octaves, 32 bins"});
  }
};

/// Values of a position behind the grid's features.
[[nodiscard]] constexpr std::uint32_t composite_values(const EncodingParams& encoding) {
  switch (encoding.composite) {
    case CompositeKind::kNone: return 0;
    case CompositeKind::kIdentity: return encoding.dims;
    case CompositeKind::kFrequency: return encoding.dims * 2 * encoding.composite_detail;
    case CompositeKind::kOneBlob: return encoding.dims * encoding.composite_detail;
    case CompositeKind::kSphericalHarmonics: return encoding.composite_detail * encoding.composite_detail;
  }
  return 0;
}

/// Inputs of the first network.
[[nodiscard]] constexpr std::uint32_t encoded_values(const EncodingParams& encoding) { return encoding.levels * encoding.features + composite_values(encoding); }

/// radiance: a density network on the encoded position, then a colour network on its outputs and the encoded direction. plain: one network on the encoded
/// position, and no direction.
enum class NetworkKind { kRadiance, kPlain };
inline constexpr std::array<config::Choice<NetworkKind>, 2> kNetworkKinds{{{NetworkKind::kRadiance, "radiance"}, {NetworkKind::kPlain, "plain"}}};

enum class OutputActivation { kNone, kRelu };
inline constexpr std::array<config::Choice<OutputActivation>, 2> kOutputActivations{{{OutputActivation::kNone, "none"}, {OutputActivation::kRelu, "relu"}}};

/// The networks that every query evaluates; which of the parameters count follows from the kind. Widths are neurons, hidden layers have ReLU.
struct NetworkParams {
  NetworkKind kind = NetworkKind::kRadiance;
  std::uint32_t width = 64;
  std::uint32_t density_hidden_layers = 1;
  std::uint32_t density_outputs = 16;
  std::uint32_t color_hidden_layers = 2;
  std::uint32_t color_outputs = 3;
  std::uint32_t hidden_layers = 2;
  std::uint32_t outputs = 1;
  OutputActivation output_activation = OutputActivation::kNone;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.integer("width", p.width, {.min = 16, .max = 256}, {.unit = "neurons", .meaning = "width of the hidden layers", .source = "instant-ngp configs: 64"});
    if (p.kind == NetworkKind::kRadiance) describe_radiance(p, v);
    else describe_plain(p, v);
  }

 private:
  template <class Self, class Visitor>
  static void describe_radiance(Self& p, Visitor& v) {
    v.integer("density_hidden_layers", p.density_hidden_layers, {.min = 1, .max = 8},
              {.unit = "layers", .meaning = "hidden layers of the density network", .source = "instant-ngp nerf/base.json: 1"});
    v.integer("density_outputs", p.density_outputs, {.min = 1, .max = 64},
              {.unit = "neurons",
               .meaning = "outputs of the density network, the first of them log density",
               .source = "instant-ngp nerf/base.json: 16"});
    v.integer("color_hidden_layers", p.color_hidden_layers, {.min = 1, .max = 8},
              {.unit = "layers", .meaning = "hidden layers of the colour network", .source = "instant-ngp nerf/base.json: 2"});
    v.integer("color_outputs", p.color_outputs, {.min = 1, .max = 64},
              {.unit = "neurons", .meaning = "outputs of the colour network", .source = "instant-ngp: red, green, blue"});
  }

  template <class Self, class Visitor>
  static void describe_plain(Self& p, Visitor& v) {
    v.integer("hidden_layers", p.hidden_layers, {.min = 1, .max = 8},
              {.unit = "layers", .meaning = "hidden layers of the network", .source = "instant-ngp sdf, image and volume/base.json: 2"});
    v.integer("outputs", p.outputs, {.min = 1, .max = 64},
              {.unit = "neurons", .meaning = "outputs of the network", .source = "instant-ngp: SDF 1 (distance), image 3 (colour), volume 4 (colour, density)"});
    v.choice("output_activation", p.output_activation, kOutputActivations,
             {.unit = "", .meaning = "activation behind the last layer", .source = "instant-ngp: volume/base.json ReLU, the others none"});
  }
};

}  // namespace ngpcsim::models
