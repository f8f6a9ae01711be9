#include "canon-lab/commands.hpp"
#include "cli/command_line.hpp"
#include "model/paper_settings.hpp"
#include "model/zoo.hpp"

#include <canon/base/text_table.hpp>

#include <cstdio>
#include <iostream>

namespace canon::tool {
namespace {

std::string signed_percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%+.2f", 100.0 * share);
  return text;
}

} // namespace

int run_models(const Words& words) {
  CommandLine line(
      "canon-lab models",
      "Counts the parameters of the models in the paper's settings for ZINC, beside the "
      "numbers\nthat the paper gives (rounded to thousands).\n",
      {"canon-lab models"});
  line.group("Options");
  line.arguments(0, 0, "");
  if (!line.parse(words)) return exit_ok;

  TextTable table({"<model", "<PE", "k", "layers", "width", "parameters", "paper", "off by %"});
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
  return exit_ok;
}

} // namespace canon::tool
