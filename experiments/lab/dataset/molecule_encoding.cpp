#include "dataset/molecule_encoding.hpp"

#include "dataset/molecules.hpp"

#include <canon/base/text_table.hpp>
#include <canon/error.hpp>
#include <canon/pipeline.hpp>

namespace canon::lab {
namespace {

/// The columns of spaces for which `keep` says so are those of `plain`, the eigensolver's own.
template <typename Keep>
void restore(Encoding& canonical, const Encoding& plain, const Keep& keep) {
  arma::uword column = 0;
  for (const EncodedSpace& space : canonical.spaces)
    for (std::size_t j = 0; j < space.columns; ++j, ++column)
      if (keep(space)) canonical.features.col(column) = plain.features.col(column);
}

Encoding encode_one(const Graph& graph, const MoleculeEncoding& encoding) {
  Encoding result = encode(graph, encoding.options);
  if (!encoding.own_signs && !encoding.own_bases) return result;
  EncodingOptions plain = encoding.options;
  plain.canonize.level = Level::none;
  restore(result, encode(graph, plain), [&](const EncodedSpace& space) {
    return space.dimension == 1 ? encoding.own_signs : encoding.own_bases;
  });
  return result;
}

MoleculeEncoding dense(std::size_t k) {
  MoleculeEncoding encoding;
  encoding.options.k = k;
  encoding.options.drop_first = true;
  encoding.options.solver = Solver::dense; // no molecule is large enough for another
  return encoding;
}

} // namespace

MoleculeEncoding lappe_encoding(std::size_t k) {
  MoleculeEncoding encoding = dense(k);
  encoding.options.op = GraphOperator::normalised_laplacian;
  encoding.options.canonize.level = Level::none;
  return encoding;
}

MoleculeEncoding map_encoding(std::size_t k, Level level) {
  MoleculeEncoding encoding = dense(k);
  encoding.options.op = GraphOperator::normalised_adjacency;
  encoding.options.columns = EncodingColumns::sqrt_positive_part;
  encoding.options.canonize.level = level;
  // Like graphs are to get like features.
  encoding.options.canonize.axis_order = AxisOrder::longest;
  return encoding;
}

std::string describe(const MoleculeEncoding& encoding) {
  const EncodingOptions& o = encoding.options;
  const CanonizeOptions& c = o.canonize;
  const auto flag = [](bool value) { return value ? "yes" : "no"; };
  std::string text = "k=" + std::to_string(o.k);
  const auto add = [&](const char* key, std::string_view value) {
    text.append(" ").append(key).append("=").append(value);
  };
  add("operator", name(o.op));
  add("columns", name(o.columns));
  add("drop-trivial", flag(o.drop_trivial));
  add("drop-first", flag(o.drop_first));
  add("by-component", flag(o.by_component));
  add("random-signs", flag(o.random_signs));
  add("seed", std::to_string(o.seed));
  add("solver", name(o.solver));
  add("level", name(c.level));
  add("sign", name(c.sign_rule));
  add("axis-rule", name(c.axis_rule));
  add("axis-order", name(c.axis_order));
  add("c", exact_number(c.c));
  add("labels", flag(c.labels));
  add("max-nodes", std::to_string(c.max_nodes));
  add("tolerance-eigenvalue", exact_number(c.tolerance.eigenvalue));
  add("tolerance-length", exact_number(c.tolerance.length));
  add("tolerance-zero", exact_number(c.tolerance.zero));
  add("own-signs", flag(encoding.own_signs));
  add("own-bases", flag(encoding.own_bases));
  return text;
}

std::vector<float> encode_molecules(const std::vector<nn::GraphSample>& samples,
                                    const MoleculeEncoding& encoding, std::size_t threads,
                                    const std::function<void()>& tick) {
  if (encoding.options.canonize.own_sign || encoding.options.canonize.own_axis_order)
    throw ArgumentError("encodings of molecules: expected no rule of one's own, which has no name "
                        "to be known by");
  std::size_t nodes = 0;
  for (const nn::GraphSample& sample : samples)
    nodes += static_cast<std::size_t>(sample.nodes);
  std::vector<float> values;
  values.reserve(nodes * encoding.options.width());
  std::size_t next = 0;
  ordered_pipeline<std::size_t, Encoding>(
      threads, [&](std::size_t& i) { return (i = next++) < samples.size(); },
      [&](std::size_t i, std::size_t) { return encode_one(molecule_graph(samples[i]), encoding); },
      [&](const Encoding& encoded, std::size_t) {
        for (arma::uword v = 0; v < encoded.features.n_rows; ++v)
          for (arma::uword j = 0; j < encoded.features.n_cols; ++j)
            values.push_back(static_cast<float>(encoded.features(v, j)));
        if (tick) tick();
      });
  return values;
}

void set_encoding(std::vector<nn::GraphSample>& samples, const std::vector<float>& values,
                  std::size_t width) {
  auto next = values.begin();
  for (nn::GraphSample& sample : samples) {
    const auto count =
        static_cast<std::ptrdiff_t>(sample.nodes) * static_cast<std::ptrdiff_t>(width);
    if (values.end() - next < count)
      throw ArgumentError("encoding: expected " + std::to_string(width) +
                          " numbers per node, got " + std::to_string(values.size()) + " in all");
    sample.encoding.assign(next, next + count);
    sample.encoding_width = static_cast<int>(width);
    next += count;
  }
  if (next != values.end())
    throw ArgumentError("encoding: expected " + std::to_string(next - values.begin()) +
                        " numbers, got " + std::to_string(values.size()));
}

} // namespace canon::lab
