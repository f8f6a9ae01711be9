#pragma once

#include "pictures/layout.hpp"

#include <armadillo>

#include <string>

namespace canon::pictures {

/// A graph at its place on paper: centred at `centre`, an edge about `edge` long.
struct Panel {
  const Graph& graph;
  const Layout& layout;
  Point centre;
  double edge = 40.0;
  double radius = 12.0;
};

/// Colours the vertices by the entries of `values`, in units of `scale`, and numbers them.
void draw_values(Svg& svg, const Panel& panel, const arma::vec& values, double scale);

/// Colours and numbers the vertices by orbit; the orbits of one vertex are left grey.
void draw_orbits(Svg& svg, const Panel& panel, const std::vector<std::uint32_t>& orbit);

/// What the colours mean: a bar from -scale to +scale, centred at `centre`.
void draw_legend(Svg& svg, Point centre, double scale);

} // namespace canon::pictures
