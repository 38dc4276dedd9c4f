#include "sim/app/plot/canvas.h"

#include <cairo/cairo-pdf.h>
#include <cairo/cairo-svg.h>
#include <cairo/cairo.h>

#include "sim/base/error.h"

namespace ngpcsim::app {
namespace {

constexpr double kPngScale = 300.0 / 72.0;
constexpr const char* kNoDate = "2000-01-01T00:00:00Z";  // a PDF has to have one

void set_color(cairo_t* context, const Color& color) { cairo_set_source_rgb(context, color[0], color[1], color[2]); }

void select_font(cairo_t* context, double size) {
  cairo_select_font_face(context, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(context, size);
}

cairo_status_t append(void* to, const unsigned char* bytes, unsigned count) {
  static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(bytes), count);
  return CAIRO_STATUS_SUCCESS;
}

struct SurfaceEnd {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
using Surface = std::unique_ptr<cairo_surface_t, SurfaceEnd>;

void paint(cairo_surface_t* surface, double scale, const std::function<void(Canvas&)>& draw) {
  cairo_t* const context = cairo_create(surface);
  cairo_scale(context, scale, scale);
  // Shapes do not depend on the settings of the machine's screen.
  cairo_font_options_t* const options = cairo_font_options_create();
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(context, options);
  cairo_font_options_destroy(options);
  set_color(context, {1.0, 1.0, 1.0});
  cairo_paint(context);
  Canvas canvas(context);
  draw(canvas);
  const cairo_status_t status = cairo_status(context);
  cairo_destroy(context);
  check(status == CAIRO_STATUS_SUCCESS, "a figure was not drawn: {}", cairo_status_to_string(status));
}

/// libcairo numbers the surfaces of a process and writes the number.
std::string without_number(std::string svg) {
  constexpr std::string_view kId = "<g id=\"surface";
  const std::size_t at = svg.find(kId);
  if (at == std::string::npos) return svg;
  const std::size_t begin = at + kId.size();
  return svg.erase(begin, svg.find('"', begin) - begin);
}

std::string finished(Surface surface, std::string& text) {
  cairo_surface_finish(surface.get());
  check(cairo_surface_status(surface.get()) == CAIRO_STATUS_SUCCESS, "a figure was not written");
  return std::move(text);
}

}  // namespace

void Canvas::rectangle(double x, double y, double width, double height, const Color& color) {
  set_color(context_, color);
  cairo_rectangle(context_, x, y, width, height);
  cairo_fill(context_);
}

void Canvas::line(double x0, double y0, double x1, double y1, const Color& color, double width, bool dashed) {
  set_color(context_, color);
  const double dash = 3.0;
  cairo_set_dash(context_, &dash, dashed ? 1 : 0, 0.0);
  cairo_set_line_width(context_, width);
  cairo_new_path(context_);
  cairo_move_to(context_, x0, y0);
  cairo_line_to(context_, x1, y1);
  cairo_stroke(context_);
}

void Canvas::dot(double x, double y, double radius, const Color& color) {
  set_color(context_, color);
  cairo_new_path(context_);  // a text leaves a point behind
  cairo_arc(context_, x, y, radius, 0.0, 6.283185307179586);
  cairo_fill(context_);
}

void Canvas::text(double x, double y, std::string_view text, Anchor anchor, double size, const Color& color) {
  const std::string owned(text);
  set_color(context_, color);
  select_font(context_, size);
  cairo_text_extents_t extents;
  cairo_text_extents(context_, owned.c_str(), &extents);
  const double left = anchor == Anchor::kStart ? 0.0 : anchor == Anchor::kMiddle ? 0.5 * extents.x_advance : extents.x_advance;
  cairo_move_to(context_, x - left, y);
  cairo_show_text(context_, owned.c_str());
}

void Canvas::text_upwards(double x, double y, std::string_view text, double size) {
  cairo_save(context_);
  cairo_translate(context_, x, y);
  cairo_rotate(context_, -1.5707963267948966);
  this->text(0.0, 0.0, text, Anchor::kMiddle, size);
  cairo_restore(context_);
}

std::vector<OutputFile> draw_figure(const std::string& name, double width, double height, const std::function<void(Canvas&)>& draw) {
  std::string svg, pdf, png;
  Surface svg_surface(cairo_svg_surface_create_for_stream(append, &svg, width, height));
  paint(svg_surface.get(), 1.0, draw);
  Surface pdf_surface(cairo_pdf_surface_create_for_stream(append, &pdf, width, height));
  cairo_pdf_surface_set_metadata(pdf_surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, kNoDate);
  paint(pdf_surface.get(), 1.0, draw);
  Surface png_surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(width * kPngScale), static_cast<int>(height * kPngScale)));
  paint(png_surface.get(), kPngScale, draw);
  check(cairo_surface_write_to_png_stream(png_surface.get(), append, &png) == CAIRO_STATUS_SUCCESS, "a PNG was not written");
  return {{name + ".svg", without_number(finished(std::move(svg_surface), svg))}, {name + ".pdf", finished(std::move(pdf_surface), pdf)}, {name + ".png", std::move(png)}};
}

}  // namespace ngpcsim::app
