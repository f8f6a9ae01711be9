#include "run/models.hpp"

#include "cli/command_line.hpp"
#include "cli/table.hpp"
#include "model/paper_settings.hpp"
#include "model/zoo.hpp"

#include <cstdio>
#include <iostream>

namespace canon::lab {
namespace {

std::string signed_percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%+.2f", 100.0 * share);
  return text;
}

} // namespace

int run_models(const tool::Words& words) {
  tool::CommandLine line("canon-lab models",
                         "Counts the parameters of the models in the paper's settings for ZINC, "
                         "beside the numbers that the paper gives (rounded to thousands).",
                         {"canon-lab models"});
  line.group("Options");
  line.arguments(0, 0, "");
  if (!line.parse(words)) return tool::exit_ok;

  tool::Table table({"<model", "<PE", "k", "layers", "width", "parameters", "paper", "off by %"});
  std::string last;
  for (const nn::PaperSetting& setting : nn::paper_settings()) {
    if (!last.empty() && last != setting.model) table.rule();
    last = setting.model;
    const auto count = nn::make_model<float>(setting.options)->parameters().size();
    const auto paper = static_cast<double>(setting.parameters);
    table.row({setting.model, setting.encoding, std::to_string(setting.options.encoding),
               std::to_string(setting.options.layers), std::to_string(setting.options.hidden),
               std::to_string(count), std::to_string(setting.parameters / 1000) + "K",
               signed_percent((static_cast<double>(count) - paper) / paper)});
  }
  std::cout << table.str();
  return tool::exit_ok;
}

} // namespace canon::lab
