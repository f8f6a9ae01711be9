#include "model/zoo.hpp"

#include "model/deep_sets.hpp"
#include "model/gated_gcn.hpp"
#include "model/gcn.hpp"
#include "model/gin.hpp"
#include "model/graph_conv.hpp"
#include "model/k_gnn.hpp"
#include "model/names.hpp"
#include "model/option_check.hpp"
#include "model/pna.hpp"
#include "model/ppgn.hpp"
#include "model/san.hpp"

namespace canon::nn {
namespace {

template <typename T>
using Make = std::unique_ptr<Model<T>> (*)(const ModelOptions&);

template <typename T, template <typename> typename Architecture>
std::unique_ptr<Model<T>> make(const ModelOptions& options) {
  return std::make_unique<Architecture<T>>(options);
}

template <typename T>
const std::vector<std::pair<std::string, Make<T>>>& zoo() {
  static const std::vector<std::pair<std::string, Make<T>>> all = {
      {"linear", make<T, DeepSets>},
      {"deepsets", make<T, DeepSets>},
      {"mlp", make<T, DeepSets>},
      {"gcn", make<T, Gcn>},
      {"gin", make<T, Gin>},
      {"gated_gcn", make<T, GatedGcn>},
      {"pna", make<T, Pna>},
      {"graph_conv", make<T, GraphConv>},
      {"san", make<T, San>},
      {"graphit", make<T, San>},
      {"ppgn", make<T, Ppgn>},
      {"3-gcn", make<T, ThreeGnn>},
      {"1-2-3-gcn-l", make<T, OneTwoThreeGnn>},
  };
  return all;
}

} // namespace

template <typename T>
std::unique_ptr<Model<T>> make_model(const ModelOptions& options) {
  const Make<T> make = by_name("model", options.model, zoo<T>());
  check_options(options);
  return make(options);
}

std::vector<std::string> model_names() {
  std::vector<std::string> names;
  for (const auto& [name, make] : zoo<float>())
    names.push_back(name);
  return names;
}

template std::unique_ptr<Model<float>> make_model(const ModelOptions&);
template std::unique_ptr<Model<double>> make_model(const ModelOptions&);

} // namespace canon::nn
