#pragma once

#include "dataset/sat.hpp"

#include <canon/graph.hpp>

#include <string>

namespace canon::lab {

/// Two graphs of formulas, the first satisfiable and the second not.
struct ExpPair {
  Graph satisfiable, unsatisfiable;
};

/// What makes a pair one of EXP; each can be false on its own.
struct ExpPairCheck {
  bool encodes = false;       ///< both graphs are encodings of formulas
  bool colours_agree = false; ///< colour refinement (1-WL), types as first colours
  bool distinct = false;      ///< not isomorphic
  bool labels_right = false;  ///< the solver finds the first satisfiable and the second not
  bool planar = false;        ///< both

  [[nodiscard]] bool holds() const {
    return encodes && colours_agree && distinct && labels_right && planar;
  }
  /// What does not hold, in words; empty if all does.
  [[nodiscard]] std::string failure() const;
};

[[nodiscard]] ExpPairCheck check_pair(const ExpPair& pair, SatSolver& solver);

} // namespace canon::lab
