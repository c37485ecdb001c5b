#include "kernel_traffic.hpp"

#include <algorithm>
#include <iterator>

namespace encke::bench {
namespace {

constexpr int levels = 3;

struct LevelWidth {
  const char* name;
  int bits;   ///< bytes of a register of bits
  int reals;  ///< of one of reals; at the first level one number
};
constexpr LevelWidth widths[levels] = {
    {"x86-64-v2", 8, 0}, {"x86-64-v3", 32, 32}, {"x86-64-v4", 64, 64}};

struct Tile {
  int rows, cols;
};

/// What a form reads. A word holds `fields` fields of one vector in `element` bytes a plane.
struct Shape {
  Form form;
  int left, right;  ///< planes of the rows (of a triple: folded) and of the columns
  int own;          ///< planes of a vector as it is stored
  int element, fields;
  RegisterTile tile[levels];
  Tile pair{64, 192}, triple{32, 384};  ///< what one worker contracts at a time
};

constexpr Tile table_pair{32, 144}, table_triple{16, 96};

constexpr Shape shapes[] = {
    {Form::complete, 2, 2, 2, 8, 64, {{2, 2}, {2, 2}, {4, 3}}},
    {Form::pair_missing, 3, 3, 3, 8, 64, {{1, 1}, {1, 1}, {2, 2}}},
    {Form::triple_missing, 11, 3, 3, 8, 64, {{1, 1}, {1, 1}, {2, 1}}},
    {Form::minimum_f32, 1, 1, 1, 4, 1, {{2, 2}, {4, 2}, {4, 6}}},
    {Form::minimum_f64, 1, 1, 1, 8, 1, {{2, 2}, {4, 2}, {4, 6}}},
    {Form::bits, 1, 1, 1, 8, 64, {{4, 2}, {4, 2}, {8, 3}}},
    {Form::bit_pair_missing, 2, 2, 2, 8, 64, {{2, 1}, {2, 1}, {2, 2}}},
    {Form::bit_triple_missing, 4, 2, 2, 8, 64, {{1, 1}, {1, 1}, {2, 1}}},
    {Form::table_pair, 2, 2, 2, 8, 64, {{1, 1}, {1, 1}, {2, 3}}, table_pair, table_triple},
    {Form::table_pair_missing, 3, 3, 3, 8, 64, {{1, 1}, {1, 1}, {1, 2}}, table_pair, table_triple},
    {Form::table_triple, 4, 2, 2, 8, 64, {{1, 1}, {1, 1}, {1, 3}}, table_pair, table_triple},
    {Form::table_triple_missing,
     9,
     3,
     3,
     8,
     64,
     {{1, 1}, {1, 1}, {1, 1}},
     table_pair,
     table_triple},
    // One row, whose fields above 0 are listed: a register of the list's numbers a field.
    {Form::powered_f32, 4, 3, 3, 4, 1, {{1, 4}, {1, 4}, {1, 3}}},
    {Form::powered_f64, 4, 3, 3, 8, 1, {{1, 4}, {1, 4}, {1, 3}}},
    {Form::count2, 2, 2, 2, 8, 64, {{2, 2}, {2, 1}, {4, 2}}},
    {Form::count3, 3, 3, 3, 8, 64, {{1, 1}, {1, 1}, {2, 2}}},
    {Form::count8, 1, 1, 1, 8, 8, {{2, 2}, {4, 2}, {8, 3}}},
    {Form::count16, 1, 1, 1, 8, 4, {{2, 2}, {4, 2}, {8, 3}}},
};

const Shape* shape_of(Form form) {
  const auto* found = std::find_if(std::begin(shapes), std::end(shapes),
                                   [form](const Shape& s) { return s.form == form; });
  return found == std::end(shapes) ? nullptr : found;
}

constexpr const char* carry = "x86-64-v4-carry";  // x86-64-v4 but for complete genotypes
constexpr RegisterTile carry_tile{2, 4};

int level_number(const std::string& level) {
  if (level == carry) return levels - 1;
  const auto* found = std::find_if(std::begin(widths), std::end(widths),
                                   [&](const LevelWidth& w) { return level == w.name; });
  return static_cast<int>(found - std::begin(widths));
}

bool is_powered(Form form) { return form == Form::powered_f32 || form == Form::powered_f64; }

/// Planes of both sides for a block of rows by columns, a comparison.
double of_block(const Shape& shape, int left, double rows, double cols) {
  return shape.element * (left * rows + shape.right * cols) / (rows * cols * shape.fields);
}

/// The method of four Russians: a byte a look-up and vector, laid out beforehand, 64 columns by
/// 4 rows at a time; two rows together read the columns and a table of 16 bytes for each look-up.
Traffic of_look_ups(int samples, int tile_rows) {
  constexpr double cols = 64, rows = 4, pairs = 2, entries = 16;
  return {(pairs * (cols + entries) + rows) / (rows * cols * samples),
          (cols + tile_rows) / (tile_rows * cols * samples), 0};
}

}  // namespace

std::optional<RegisterTile> register_tile(Form form, const std::string& level) {
  const Shape* shape = shape_of(form);
  const int number = level_number(level);
  if (shape == nullptr || number == levels) return {};
  if (form == Form::complete && level == carry) return carry_tile;
  return shape->tile[number];
}

std::optional<Traffic> traffic_of(Form form, int way, const std::string& level) {
  const auto registers = register_tile(form, level);
  if (!registers) return {};
  const Shape& shape = *shape_of(form);
  const LevelWidth& width = widths[level_number(level)];
  const Tile tile = way == 2 ? shape.pair : shape.triple;
  int bytes = shape.fields > 1 ? width.bits : std::max(width.reals, shape.element);
  if (is_powered(form)) bytes = std::max(width.reals, 16);  // a vector at every level
  const double cols = static_cast<double>(registers->registers * bytes) / shape.element;
  Traffic traffic{of_block(shape, shape.left, registers->rows, cols),
                  of_block(shape, shape.left, tile.rows, cols), 0};
  if (is_powered(form)) traffic.l2 = of_block(shape, shape.left, 1, tile.cols);  // row by row
  if (level == "x86-64-v3" && (form == Form::complete || form == Form::bits)) {
    traffic = of_look_ups(form == Form::complete ? 2 : 4, tile.rows);
  }
  // a pivot and the rows are folded where they are
  traffic.beyond = of_block(shape, shape.own, tile.rows + (way == 3 ? 1 : 0), tile.cols);
  return traffic;
}

}  // namespace encke::bench
