#include "pictures/layout.hpp"

#include <armadillo>
#include <boost/graph/breadth_first_search.hpp>

#include <cmath>
#include <numbers>

namespace canon::pictures {
namespace {

arma::mat distances(const Graph& graph) {
  const std::size_t n = num_vertices(graph);
  arma::mat d(n, n, arma::fill::zeros);
  for (std::size_t v = 0; v < n; ++v)
    boost::breadth_first_search(graph, v,
                                boost::visitor(boost::make_bfs_visitor(
                                    boost::record_distances(d.colptr(v), boost::on_tree_edge()))));
  return d;
}

/// Every point moves to where the others, each at its own distance, would like to have it.
Layout step(const Layout& at, const arma::mat& distance) {
  Layout next(at.size());
  for (std::size_t i = 0; i < at.size(); ++i) {
    double weights = 0.0;
    for (std::size_t j = 0; j < at.size(); ++j) {
      if (i == j) continue;
      const double wanted = distance(i, j), weight = 1.0 / (wanted * wanted);
      const Point apart{at[i].x - at[j].x, at[i].y - at[j].y};
      const double stretch = wanted / std::hypot(apart.x, apart.y);
      next[i].x += weight * (at[j].x + stretch * apart.x);
      next[i].y += weight * (at[j].y + stretch * apart.y);
      weights += weight;
    }
    next[i].x /= weights;
    next[i].y /= weights;
  }
  return next;
}

void lay_flat(Layout& at) {
  Point mean;
  for (const Point& p : at) {
    mean.x += p.x / static_cast<double>(at.size());
    mean.y += p.y / static_cast<double>(at.size());
  }
  double xx = 0.0, xy = 0.0, yy = 0.0;
  for (Point& p : at) {
    p = {p.x - mean.x, p.y - mean.y};
    xx += p.x * p.x;
    xy += p.x * p.y;
    yy += p.y * p.y;
  }
  const double angle = 0.5 * std::atan2(2.0 * xy, xx - yy);
  const double c = std::cos(angle), s = std::sin(angle);
  for (Point& p : at)
    p = {c * p.x + s * p.y, c * p.y - s * p.x};
}

} // namespace

Layout circle_layout(std::size_t n) {
  Layout at;
  const double turn = 2.0 * std::numbers::pi / static_cast<double>(n);
  const double radius = 0.5 / std::sin(0.5 * turn);
  for (std::size_t v = 0; v < n; ++v)
    at.push_back({radius * std::sin(turn * static_cast<double>(v)),
                  -radius * std::cos(turn * static_cast<double>(v))});
  return at;
}

Layout stress_layout(const Graph& graph) {
  const arma::mat distance = distances(graph);
  Layout at = circle_layout(num_vertices(graph));
  for (int i = 0; i < 2000; ++i)
    at = step(at, distance);
  lay_flat(at);
  return at;
}

} // namespace canon::pictures
