#include "study/molecule_paper.hpp"
#include "study/molecule_tables.hpp"

namespace canon::lab {

Plot multiplicities_plot(const MoleculeResults& results) {
  Plot plot;
  plot.name = "multiplicities";
  plot.title = "Eigenvalues by multiplicity";
  plot.caption = "Distinct eigenvalues of each multiplicity, graphs of any size, by gaps.";
  plot.x = {"multiplicity"};
  plot.y = {"eigenvalues", true, 0.7};
  for (const MoleculeResult& r : results) {
    Series series{r.name};
    for (const auto& [d, count] : r.ours.multiplicities)
      series.points.push_back({static_cast<double>(d), static_cast<double>(count)});
    plot.series.push_back(std::move(series));
  }
  return plot;
}

Plot ratios_plot(const MoleculeResults& results) {
  Plot plot;
  plot.name = "ratios";
  plot.title = "Uncanonizable eigenvectors";
  plot.caption = "Sign and basis together, of all eigenvectors, by three ways of counting.";
  plot.x = {"", false, -0.5, static_cast<double>(results.size()) - 0.5};
  plot.y = {"per cent", false, 0.0, {}};
  Series ours{"every vector", Mark::points}, published{"as published", Mark::points},
      paper{"the paper", Mark::points};
  for (std::size_t i = 0; i < results.size(); ++i) {
    const MoleculeResult& r = results[i];
    const auto x = static_cast<double>(i), all = static_cast<double>(r.ours.large_vectors);
    std::string name = r.name;
    for (const std::string prefix : {"ogbg_mol", "ogbg-mol"})
      if (name.starts_with(prefix)) name.erase(0, prefix.size());
    plot.x.ticks.emplace_back(x, name);
    if (r.ours.large_vectors == 0) continue;
    ours.points.push_back({x, 100.0 * static_cast<double>(r.ours.uncanonizable()) / all});
    published.points.push_back(
        {x, 100.0 * static_cast<double>(r.published.simple_sign_graphs + r.published.lost_vectors) /
                all});
    if (const auto printed = paper_ratios(r.name))
      paper.points.push_back({x, printed->sign + printed->basis});
  }
  plot.series = {ours, published, paper};
  return plot;
}

} // namespace canon::lab
