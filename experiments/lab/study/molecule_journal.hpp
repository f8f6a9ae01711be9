#pragma once

#include "report/table.hpp"
#include "study/molecule_set.hpp"

#include <vector>

namespace canon::lab {

/// Consecutive graphs of one set: what a shard takes at a time, and a line of the journal.
struct MoleculePiece {
  std::size_t set = 0, graphs = 0;
};

/// Of all sets, in their order.
[[nodiscard]] std::vector<MoleculePiece> make_pieces(const std::vector<MoleculeSet>& sets);

/// All that decides the result of a piece, for the head of the journal.
[[nodiscard]] Json molecule_study_configuration(const std::vector<MoleculeSet>& sets,
                                                const MoleculeOptions& options);

/// What a piece gave, without the name of its set. The second throws nlohmann's exceptions where it
/// does not fit.
[[nodiscard]] Json piece_json(const MoleculeResult& result);
[[nodiscard]] MoleculeResult piece_of(const Json& json);

} // namespace canon::lab
