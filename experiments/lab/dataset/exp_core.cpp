#include "dataset/exp_core.hpp"

#include <canon/error.hpp>

#include <string>

namespace canon::lab {
namespace {

/// Adds implications v_(first+i) -> v_(first + i + step mod count), literals and clauses in a row.
void add_cycle(ExpCore& core, std::size_t first, std::size_t count, std::size_t step,
               Vertex& next) {
  const auto variable = [&](std::size_t i) { return static_cast<Literal>(first + i % count + 1); };
  for (std::size_t i = 0; i < count; ++i)
    core.vertices.positive.push_back(next++);
  for (std::size_t i = 0; i < count; ++i)
    core.vertices.negative.push_back(next++);
  for (std::size_t i = 0; i < count; ++i) {
    core.formula.clauses.push_back({-variable(i), variable(i + step)});
    core.vertices.clause.push_back(next++);
  }
}

} // namespace

ExpCore exp_core(std::size_t length, bool satisfiable) {
  if (length < 4 || length % 2 != 0)
    throw ArgumentError("EXP core: expected an even length >= 4, got " + std::to_string(length));
  const std::size_t half = length / 2;
  ExpCore core;
  core.formula.variables = length;
  Vertex next = 0;
  if (satisfiable) {
    add_cycle(core, 0, half, 1, next);
    add_cycle(core, half, half, half - 1, next);
  } else {
    add_cycle(core, 0, length, 1, next);
  }
  for (std::size_t i = 0; i < half; ++i) {
    const auto a = static_cast<Literal>(i + 1), b = static_cast<Literal>(length - i);
    core.formula.clauses.push_back({a, b});
    core.formula.clauses.push_back({-a, -b});
    core.vertices.clause.push_back(next++);
    core.vertices.clause.push_back(next++);
  }
  return core;
}

} // namespace canon::lab
