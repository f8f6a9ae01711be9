#pragma once

#include "autograd/activation.hpp"
#include "autograd/pna.hpp"

#include <string_view>

/// The words of ModelOptions that are no numbers. `name` gives the word of a configuration file;
/// canon::parse (canon/names.hpp) reads it.
namespace canon::nn {

/// What becomes of the positional encoding before it meets the node's features, see encoder.hpp.
enum class EncoderKind {
  none,
  lappe,
  random_sign,
  random_sign_batch,
  signnet,
  signnet_one,
  map,
  signnet_mlp
};
/// How the encoding meets the node's features.
enum class Join { add, mix };
enum class NormKind { batch, layer, none };
/// Over the nodes of a graph.
enum class Pooling { mean, sum, max };
/// See readout.hpp.
enum class HeadKind { halving, linear, wide };
/// Of tables of types: normal with deviation 1, or Xavier's.
enum class TableStart { normal, xavier };
/// What rho sees of phi's results: their sum over the columns that a graph has, or all of them.
enum class EncoderColumns { sum, side_by_side };
/// What phi runs on: the bonds, or the complete graph, where all nodes of a graph get the same.
enum class EncoderGraph { bonds, complete };

constexpr std::string_view name(EncoderKind kind) {
  switch (kind) {
  case EncoderKind::none:
    return "none";
  case EncoderKind::lappe:
    return "lappe";
  case EncoderKind::random_sign:
    return "random_sign";
  case EncoderKind::random_sign_batch:
    return "random_sign_batch";
  case EncoderKind::signnet:
    return "signnet";
  case EncoderKind::signnet_one:
    return "signnet_one";
  case EncoderKind::map:
    return "map";
  case EncoderKind::signnet_mlp:
    return "signnet_mlp";
  }
  return {};
}

constexpr std::string_view name(Join join) {
  switch (join) {
  case Join::add:
    return "add";
  case Join::mix:
    return "mix";
  }
  return {};
}

constexpr std::string_view name(NormKind norm) {
  switch (norm) {
  case NormKind::batch:
    return "batch";
  case NormKind::layer:
    return "layer";
  case NormKind::none:
    return "none";
  }
  return {};
}

constexpr std::string_view name(Pooling pooling) {
  switch (pooling) {
  case Pooling::mean:
    return "mean";
  case Pooling::sum:
    return "sum";
  case Pooling::max:
    return "max";
  }
  return {};
}

constexpr std::string_view name(HeadKind head) {
  switch (head) {
  case HeadKind::halving:
    return "halving";
  case HeadKind::linear:
    return "linear";
  case HeadKind::wide:
    return "wide";
  }
  return {};
}

constexpr std::string_view name(TableStart start) {
  switch (start) {
  case TableStart::normal:
    return "normal";
  case TableStart::xavier:
    return "xavier";
  }
  return {};
}

constexpr std::string_view name(EncoderColumns columns) {
  switch (columns) {
  case EncoderColumns::sum:
    return "sum";
  case EncoderColumns::side_by_side:
    return "side_by_side";
  }
  return {};
}

constexpr std::string_view name(EncoderGraph graph) {
  switch (graph) {
  case EncoderGraph::bonds:
    return "bonds";
  case EncoderGraph::complete:
    return "complete";
  }
  return {};
}

// The enumerations that kernels share with models; beside them, where a lookup by type finds them.
namespace kernel {

constexpr std::string_view name(Activation activation) {
  switch (activation) {
  case Activation::relu:
    return "relu";
  case Activation::leaky_relu:
    return "leaky_relu";
  case Activation::sigmoid:
    return "sigmoid";
  case Activation::tanh:
    return "tanh";
  case Activation::softplus:
    return "softplus";
  case Activation::elu:
    return "elu";
  }
  return {};
}

constexpr std::string_view name(PnaAggregator aggregator) {
  switch (aggregator) {
  case PnaAggregator::mean:
    return "mean";
  case PnaAggregator::max:
    return "max";
  case PnaAggregator::min:
    return "min";
  case PnaAggregator::deviation:
    return "std";
  case PnaAggregator::sum:
    return "sum";
  }
  return {};
}

constexpr std::string_view name(PnaScaler scaler) {
  switch (scaler) {
  case PnaScaler::identity:
    return "identity";
  case PnaScaler::amplification:
    return "amplification";
  case PnaScaler::attenuation:
    return "attenuation";
  }
  return {};
}

} // namespace kernel
} // namespace canon::nn
