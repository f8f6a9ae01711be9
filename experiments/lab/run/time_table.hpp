#pragma once

#include "run/molecule_data.hpp"
#include "run/molecule_report.hpp"
#include "run/molecule_run.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace canon::lab {

/// How long the encodings of a row take to make, whether or not a cache has them.
struct Preparation {
  std::string row;
  double seconds = 0.0;
};

/// Makes the encodings of the rows that the run asks for, and lets them go.
[[nodiscard]] std::vector<Preparation> measure_preparations(const MoleculeRun& run,
                                                            const MoleculeData& data,
                                                            const std::vector<MoleculeRow>& rows);

/// What the times belong to.
struct TimeRemarks {
  double reading = 0.0; ///< seconds, of the files
  std::size_t threads = 1;
  const MoleculeData& data;
};

/// The paper's comparison of MAP with SignNet: preparation and training, and their ratio.
void add_time_table(Report& report, const std::vector<MoleculeResults>& results,
                    const std::vector<Preparation>& preparations, const TimeRemarks& remarks);

} // namespace canon::lab
