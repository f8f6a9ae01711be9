#include "canon-lab/commands.hpp"
#include "cli/command_line.hpp"
#include "model/paper_settings.hpp"
#include "model/zoo.hpp"

#include <canon/base/text_table.hpp>

#include <iostream>

namespace canon::tool {
int run_models(const Words& words) {
  CommandLine line(
      "canon-lab models",
      "Counts the parameters of the models in the paper's settings for ZINC, MOLTOX21 "
      "and\nMOLPCBA, beside the numbers that the paper gives (rounded to thousands).\n",
      {"canon-lab models"});
  line.group("Options");
  line.arguments(0, 0, "");
  if (!line.parse(words)) return exit_ok;

  TextTable table({"<data", "<row", "<PE", "k", "layers", "width", "parameters", "paper"});
  std::string last;
  for (const nn::PaperSetting& setting : nn::paper_settings()) {
    if (!setting.printed) continue; // the network of another row
    const std::string data(nn::name(setting.benchmark));
    const std::string group = data + setting.model;
    if (!last.empty() && last != group) table.rule();
    last = group;
    table.row({data, setting.row, setting.encoding, std::to_string(setting.options.encoding),
               std::to_string(setting.options.layers), std::to_string(setting.options.hidden),
               std::to_string(nn::make_model<float>(setting.options)->parameters().size()),
               std::to_string(setting.thousands) + "K"});
  }
  std::cout << table.str();
  return exit_ok;
}

} // namespace canon::tool
