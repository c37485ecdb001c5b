#include <array>
#include <encke/network/picture/picture_table.hpp>

namespace encke::network {
namespace {

constexpr std::array<PictureRow, 3> picture_rows = {{
    {"degrees", ".degrees.svg", "nodes by their number of edges", false, draw_degrees},
    {"heatmap", ".heatmap.svg", "weights in the order of clusters", false, draw_heatmap},
    {"network", ".network.svg", "components of 3 to 200 nodes", true, draw_network},
}};

}  // namespace

std::span<const PictureRow> pictures() { return picture_rows; }

}  // namespace encke::network
