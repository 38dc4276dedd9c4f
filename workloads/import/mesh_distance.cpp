#include "workloads/import/mesh_distance.h"

#include <embree3/rtcore.h>

#include <cmath>
#include <utility>

#include "sim/base/error.h"

namespace ngpcsim::workloads {
namespace {

using Vector = std::array<float, 3>;

Vector minus(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
float dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
/// |p - (a + s u + t v)|
float away(const Vector& p, const Vector& a, float s, const Vector& u, float t, const Vector& v) {
  Vector d;
  for (std::size_t i = 0; i < 3; ++i) d[i] = p[i] - (a[i] + s * u[i] + t * v[i]);
  return std::sqrt(dot(d, d));
}

}  // namespace

float triangle_distance(const Vector& p, const Vector& a, const Vector& b, const Vector& c) {
  const Vector ab = minus(b, a), ac = minus(c, a), ap = minus(p, a), bp = minus(p, b), cp = minus(p, c);
  const float d1 = dot(ab, ap), d2 = dot(ac, ap);
  if (d1 <= 0.0f && d2 <= 0.0f) return away(p, a, 0.0f, ab, 0.0f, ac);
  const float d3 = dot(ab, bp), d4 = dot(ac, bp);
  if (d3 >= 0.0f && d4 <= d3) return away(p, b, 0.0f, ab, 0.0f, ac);
  const float vc = d1 * d4 - d3 * d2;
  if (vc <= 0.0f && d1 >= 0.0f && d3 <= 0.0f) return away(p, a, d1 / (d1 - d3), ab, 0.0f, ac);
  const float d5 = dot(ab, cp), d6 = dot(ac, cp);
  if (d6 >= 0.0f && d5 <= d6) return away(p, c, 0.0f, ab, 0.0f, ac);
  const float vb = d5 * d2 - d1 * d6;
  if (vb <= 0.0f && d2 >= 0.0f && d6 <= 0.0f) return away(p, a, 0.0f, ab, d2 / (d2 - d6), ac);
  const float va = d3 * d6 - d5 * d4;
  if (va <= 0.0f && d4 - d3 >= 0.0f && d5 - d6 >= 0.0f) return away(p, b, (d4 - d3) / ((d4 - d3) + (d5 - d6)), minus(c, b), 0.0f, ac);
  const float scale = 1.0f / (va + vb + vc);
  return away(p, a, vb * scale, ab, vc * scale, ac);
}

struct MeshDistance::Hierarchy {
  explicit Hierarchy(Mesh surface) : mesh(std::move(surface)), device(rtcNewDevice("threads=1")) {
    check(device != nullptr, "Embree made no device");
    scene = rtcNewScene(device);
    rtcSetSceneFlags(scene, RTC_SCENE_FLAG_ROBUST);
    rtcSetSceneBuildQuality(scene, RTC_BUILD_QUALITY_HIGH);
    const RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    auto* const vertices = static_cast<float*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float), mesh.vertices.size()));
    auto* const corners = static_cast<std::uint32_t*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(std::uint32_t), mesh.triangles.size()));
    check(vertices != nullptr && corners != nullptr, "no memory for {} triangles", mesh.triangles.size());
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
      for (std::size_t d = 0; d < 3; ++d) vertices[3 * v + d] = mesh.vertices[v][d];
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
      for (std::size_t c = 0; c < 3; ++c) corners[3 * t + c] = mesh.triangles[t][c];
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(scene);
    check(rtcGetDeviceError(device) == RTC_ERROR_NONE, "Embree failed for {} triangles", mesh.triangles.size());
  }
  ~Hierarchy() {
    rtcReleaseScene(scene);
    rtcReleaseDevice(device);
  }
  Hierarchy(const Hierarchy&) = delete;
  Hierarchy& operator=(const Hierarchy&) = delete;

  /// Called for each triangle that may be nearer than the query's radius.
  static bool ask(RTCPointQueryFunctionArguments* arguments) {
    const Mesh& mesh = *static_cast<const Mesh*>(arguments->userPtr);
    const auto& [a, b, c] = mesh.triangles[arguments->primID];
    RTCPointQuery& query = *arguments->query;
    const float distance = triangle_distance({query.x, query.y, query.z}, mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]);
    if (!(distance < query.radius)) return false;
    query.radius = distance;
    return true;
  }

  Mesh mesh;
  RTCDevice device;
  RTCScene scene = nullptr;
};

MeshDistance::MeshDistance(Mesh mesh) : hierarchy_(std::make_unique<Hierarchy>(std::move(mesh))) {}
MeshDistance::~MeshDistance() = default;

const Mesh& MeshDistance::mesh() const { return hierarchy_->mesh; }

float MeshDistance::operator()(const Vector& p, float at_most) const {
  RTCPointQuery query{.x = p[0], .y = p[1], .z = p[2], .time = 0.0f, .radius = at_most};
  RTCPointQueryContext context;
  rtcInitPointQueryContext(&context);
  // The user's pointer is not const in Embree's interface; nothing writes through it.
  rtcPointQuery(hierarchy_->scene, &query, &context, &Hierarchy::ask, const_cast<Mesh*>(&hierarchy_->mesh));
  return query.radius;
}

}  // namespace ngpcsim::workloads
