// The pictures of docs/canonization.md. Run: build/bin/canon-pictures docs/pictures
#include "pictures/molecules.hpp"
#include "pictures/panel.hpp"

#include <canon/base/atomic_file.hpp>
#include <canon/canonize.hpp>
#include <canon/generate.hpp>
#include <canon/pipeline.hpp>
#include <canon/verify.hpp>

#include <filesystem>
#include <iostream>
#include <numeric>
#include <stdexcept>

using namespace canon;
using namespace canon::pictures;

namespace {

constexpr auto op = GraphOperator::lazy_adjacency;

/// A copy of a graph under other names, drawn in the same place, with what a solver may return for
/// it. Solvers differ from machine to machine in signs and rotations, so that no picture of one
/// could be drawn again: here they are the canonical vectors under a seeded rotation.
struct Copy {
  Graph graph;
  Layout layout;
  Spectrum before, after;
  std::vector<Outcome> outcomes;
};

Copy make_copy(const Graph& graph, const Layout& layout, const VertexMap& place,
               std::uint64_t seed) {
  Copy copy;
  copy.graph = relabel(graph, place);
  copy.layout.resize(layout.size());
  for (std::size_t v = 0; v < layout.size(); ++v)
    copy.layout[place[v]] = layout[v];
  CanonizeOptions options;
  options.level = Level::label;
  copy.before = solve_spectrum(copy.graph, op);
  static_cast<void>(canonize(copy.before, copy.graph, options));
  rotate_spaces(copy.before, seed);
  copy.after = copy.before;
  copy.outcomes = canonize(copy.after, copy.graph, options).outcomes;
  return copy;
}

VertexMap same_names(std::size_t n) {
  VertexMap place(n);
  std::iota(place.begin(), place.end(), std::size_t{0});
  return place;
}

VertexMap other_names(std::size_t n, std::uint64_t seed) {
  Rng rng = trial_rng(seed, 0);
  return random_permutation(n, rng);
}

void expect(bool condition, const char* what) {
  if (!condition) throw std::runtime_error(std::string("a picture: expected ") + what);
}

/// The end of the colour bar: `largest` rounded up to a multiple of 0.05. Entries of symmetric
/// graphs are often such multiples themselves (0.5 on a cycle of eight), so that rounding noise
/// must not lift them to the next.
double scale_end(double largest) {
  return std::ceil(20 * largest - 1e-6) / 20;
}

const char* bold = "font-weight=\"bold\"";

/// Two copies side by side, before above and after below, one panel for each of `columns`.
std::string before_and_after(const char* name, const std::array<Copy, 2>& copies, std::size_t first,
                             std::size_t columns, double panel_width, double panel_height,
                             double edge) {
  const double left = 30, width = panel_width * static_cast<double>(columns);
  const double top = 50, row = panel_height + 30;
  Svg svg(left + 2 * width + 10, top + 2 * row + 60);
  double scale = 0.0;
  for (const Copy& copy : copies)
    for (const Spectrum* s : {&copy.before, &copy.after})
      scale = std::max(scale, arma::abs(s->vectors.cols(first, first + columns - 1)).max());
  scale = scale_end(scale);
  for (std::size_t i = 0; i < 2; ++i) {
    const double start = left + width * static_cast<double>(i);
    svg.text({start + width / 2, 24}, i == 0 ? name : "the same, vertices renamed", 16, "middle",
             bold);
    for (std::size_t stage = 0; stage < 2; ++stage) {
      const Spectrum& s = stage == 0 ? copies[i].before : copies[i].after;
      const double y = top + row * static_cast<double>(stage) + panel_height / 2;
      for (std::size_t c = 0; c < columns; ++c) {
        const double x = start + panel_width * (static_cast<double>(c) + 0.5);
        draw_values(svg, {copies[i].graph, copies[i].layout, {x, y}, edge},
                    s.vectors.col(first + c), scale);
        if (columns > 1)
          svg.text({x, y + panel_height / 2 + 8},
                   (c == 0 ? "1st" : "2nd") + std::string(" vector of the basis"), 12);
      }
    }
  }
  for (std::size_t stage = 0; stage < 2; ++stage) {
    const double y = top + row * static_cast<double>(stage) + panel_height / 2;
    svg.text({0, 0}, stage == 0 ? "before" : "after", 16, "middle",
             std::string(bold) + " transform=\"translate(22 " + std::to_string(std::lround(y)) +
                 ") rotate(-90)\"");
  }
  svg.line({left, top + row - 12}, {left + 2 * width, top + row - 12}, "#bbbbbb", 1);
  svg.line({left + width, 36}, {left + width, top + 2 * row - 10}, "#bbbbbb", 1);
  draw_legend(svg, {left + width, top + 2 * row + 24}, scale);
  return svg.str();
}

/// The first space that `wanted` is true of.
template <typename Wanted>
std::size_t find_space(const Copy& copy, Wanted wanted) {
  for (std::size_t i = 0; i < copy.after.spaces.size(); ++i)
    if (wanted(copy.after.spaces[i], copy.outcomes[i])) return i;
  throw std::runtime_error("a picture: expected such a space");
}

std::string sign_picture() {
  const Graph graph = caffeine();
  const Layout layout = stress_layout(graph);
  const std::array copies = {make_copy(graph, layout, same_names(14), 1),
                             make_copy(graph, layout, other_names(14, 1), 2)};
  const std::size_t column = 2;
  expect(copies[0].outcomes[column].level == Level::map, "a vector that MAP settles");
  return before_and_after("caffeine", copies, copies[0].after.spaces[column].first, 1, 330, 210,
                          42);
}

/// The smallest kind of graph with a space of dimension 2 that MAP settles.
std::string basis_picture() {
  const Graph graph =
      make_graph(7, {{0, 1}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {3, 4}, {3, 6}, {4, 5}});
  const Layout layout = stress_layout(graph);
  const std::array copies = {make_copy(graph, layout, same_names(7), 3),
                             make_copy(graph, layout, other_names(7, 2), 4)};
  const std::size_t space = find_space(copies[0], [](const Eigenspace& s, const Outcome& o) {
    return s.dimension == 2 && o.level == Level::map;
  });
  return before_and_after("a graph of seven vertices", copies, copies[0].after.spaces[space].first,
                          2, 220, 150, 46);
}

std::string cycle_picture() {
  const Graph graph = cycle_graph(8);
  const Layout layout = circle_layout(8);
  const std::array copies = {make_copy(graph, layout, same_names(8), 8),
                             make_copy(graph, layout, other_names(8, 3), 6)};
  const std::size_t space = find_space(copies[0], [](const Eigenspace& s, const Outcome& o) {
    return s.dimension == 2 && o.guarantee() == Guarantee::up_to_automorphism;
  });
  return before_and_after("a cycle", copies, copies[0].after.spaces[space].first, 2, 190, 170, 50);
}

std::string orbit_picture() {
  const Graph graph = ibuprofen();
  const Layout layout = stress_layout(graph);
  const Copy copy = make_copy(graph, layout, same_names(15), 7);
  const std::size_t constant = 2;
  expect(copy.outcomes[constant].guarantee() == Guarantee::equivariant, "an equivariant vector");
  const std::size_t moved = find_space(copy, [](const Eigenspace& s, const Outcome& o) {
    return s.dimension == 1 && o.guarantee() == Guarantee::up_to_automorphism;
  });
  const arma::vec u = copy.after.vectors.col(copy.after.spaces[constant].first);
  const arma::vec w = copy.after.vectors.col(copy.after.spaces[moved].first);
  const double scale = scale_end(std::max(arma::abs(u).max(), arma::abs(w).max()));

  const double width = 480, height = 190, title = 28;
  Svg svg(2 * width, 2 * (height + title) + 60);
  const auto centre = [&](int column, int row) {
    return Point{width * (column + 0.5), title + height / 2 + (height + title) * row};
  };
  const auto heading = [&](int column, int row, const char* words) {
    const Point c = centre(column, row);
    svg.text({c.x, c.y - height / 2}, words, 15, "middle", bold);
  };
  const double edge = 42;
  heading(0, 0, "ibuprofen, atoms by number of their orbit");
  draw_orbits(svg, {graph, layout, centre(0, 0), edge}, find_symmetry(graph).orbit);
  heading(1, 0, "equal on every orbit: a sign that all can agree on");
  draw_values(svg, {graph, layout, centre(1, 0), edge}, u, scale);
  heading(0, 1, "not equal on the orbits: this vector …");
  draw_values(svg, {graph, layout, centre(0, 1), edge}, w, scale);
  heading(1, 1, "… and its negative are each other’s mirror image");
  draw_values(svg, {graph, layout, centre(1, 1), edge}, -w, scale);
  draw_legend(svg, {width, 2 * (height + title) + 24}, scale);
  return svg.str();
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: canon-pictures FOLDER\n";
    return 2;
  }
  try {
    use_one_blas_thread();
    const std::filesystem::path folder = argv[1];
    std::filesystem::create_directories(folder);
    const std::vector<std::pair<const char*, std::string (*)()>> pictures = {
        {"sign.svg", sign_picture},
        {"basis.svg", basis_picture},
        {"cycle.svg", cycle_picture},
        {"orbits.svg", orbit_picture}};
    for (const auto& [name, draw] : pictures) {
      AtomicFile file(folder / name);
      file.stream() << draw();
      file.commit();
    }
  } catch (const std::exception& error) {
    std::cerr << "canon-pictures: " << error.what() << "\n";
    return 1;
  }
}
