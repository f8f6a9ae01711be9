#include "study/molecule_paper.hpp"

#include <algorithm>
#include <map>

namespace canon::lab {
namespace {

std::string dashed(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

} // namespace

std::optional<PaperCounts> paper_counts(std::string name) {
  static const std::map<std::string, PaperCounts> printed = {
      {"ogbg-molesol", {1128, 738, 13420, 4060, 14991, 727, 14551, 39, 126}},
      {"ogbg-molfreesolv", {642, 286, 4654, 2135, 5600, 388, 5048, 30, 45}},
      {"ogbg-molhiv", {41127, 52367, 952055, 209854, 1049163, 29558, 1049101, 5315, 6329}},
      {"ogbg-mollipo", {4200, 5391, 104669, 15115, 113568, 3328, 113568, 440, 599}},
      {"ogbg-moltox21", {7831, 8772, 129730, 31365, 145459, 5418, 144421, 646, 1073}},
      {"ogbg-moltoxcast", {8576, 10556, 141042, 35174, 161088, 6032, 159987, 873, 1450}},
      {"ogbg-molpcba",
       {437929, 491247, 10627757, 1536415, 11373137, 343088, 11372381, 30844, 61318}},
  };
  const auto found = printed.find(dashed(std::move(name)));
  return found == printed.end() ? std::nullopt : std::optional(found->second);
}

std::optional<PaperRatios> paper_ratios(std::string name) {
  static const std::map<std::string, PaperRatios> printed = {{"zinc", {2.46, 1.59}},
                                                             {"zinc12k", {2.46, 1.59}},
                                                             {"ogbg-moltox21", {3.04, 3.31}},
                                                             {"ogbg-molpcba", {2.24, 7.37}}};
  const auto found = printed.find(dashed(std::move(name)));
  return found == printed.end() ? std::nullopt : std::optional(found->second);
}

} // namespace canon::lab
