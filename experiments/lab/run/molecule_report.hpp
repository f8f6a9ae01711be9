#pragma once

#include "report/report.hpp"
#include "run/molecule_outcome.hpp"
#include "run/molecule_row.hpp"

#include <string>
#include <vector>

namespace canon::lab {

/// A row and what its runs came to, in the order of the seeds.
struct MoleculeResults {
  MoleculeRow row;
  std::vector<MoleculeOutcome> outcomes; ///< not empty
};

/// What is said of the data and the run, beside the numbers.
struct MoleculeRemarks {
  std::string data;     ///< where the molecules come from
  bool quick = false;   ///< not the full protocol
  bool made_up = false; ///< generated molecules: the paper's numbers do not belong to them
  std::vector<std::string> notes;
};

/// Table, learning curves and the results of the record: results.ROW.{seeds, last, best, epochs,
/// parameters, seconds}, each with one entry per seed.
void add_results(Report& report, const MoleculeBenchmark& benchmark,
                 const std::vector<MoleculeResults>& results, const MoleculeRemarks& remarks);

} // namespace canon::lab
