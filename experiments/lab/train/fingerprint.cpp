#include "train/fingerprint.hpp"

#include <canon/base/text_table.hpp>

#include <boost/crc.hpp>

#include <sstream>
#include <type_traits>

namespace canon::lab {
namespace {

class Sum {
public:
  template <typename Value>
  void add(const std::vector<Value>& values) {
    add(values.size());
    crc_.process_bytes(values.data(), values.size() * sizeof(Value));
  }
  template <typename Value>
  requires std::is_arithmetic_v<Value>
  void add(Value value) { crc_.process_bytes(&value, sizeof value); }
  void add(const nn::GraphSample& sample) {
    for (const int number : {sample.nodes, sample.node_types, sample.edge_types, sample.width,
                             sample.encoding_width, sample.label})
      add(number);
    add(sample.tail);
    add(sample.head);
    add(sample.node_type);
    add(sample.edge_type);
    add(sample.features);
    add(sample.encoding);
    add(sample.eigenvalues);
    add(sample.target);
  }
  [[nodiscard]] std::uint32_t value() const { return crc_.checksum(); }

private:
  boost::crc_32_type crc_;
};

std::uint32_t sum_of(const std::vector<nn::GraphSample>& samples,
                     const std::vector<std::size_t>& which) {
  Sum sum;
  for (const std::size_t i : which)
    sum.add(samples[i]);
  return sum.value();
}

} // namespace

template <typename T>
std::string fingerprint(const nn::Model<T>& model, nn::Backend backend,
                        const std::vector<nn::GraphSample>& samples, const Split& split,
                        const TrainOptions& options) {
  std::ostringstream out;
  const auto number = [&](const char* what, double value) {
    out << what << ' ' << exact_number(value) << '\n';
  };
  out << "scalar " << (std::is_same_v<T, float> ? "float" : "double") << '\n'
      << "backend " << nn::name(backend) << '\n'
      << "model " << options.model << '\n';
  for (const auto& entry : model.parameters().entries())
    out << "parameter " << entry.name << ' ' << entry.rows << " x " << entry.columns << '\n';
  for (const auto& entry : model.parameters().state_entries())
    out << "state " << entry.name << ' ' << entry.columns << '\n';
  out << "loss " << name(options.loss) << '\n'
      << "score " << name(options.score) << '\n'
      << "batch size " << options.batch_size << '\n'
      << "seed " << options.seed << '\n'
      << "reshuffle " << options.reshuffle << '\n'
      << "accumulate gradient " << options.accumulate_gradient << '\n'
      << "test every " << options.test_every << '\n';
  if (options.batch_means) out << "means over batches\n";
  number("rate", options.adam.rate);
  number("beta1", options.adam.beta1);
  number("beta2", options.adam.beta2);
  number("epsilon", options.adam.epsilon);
  number("weight decay", options.adam.weight_decay);
  number("clip norm", options.clip_norm);
  number("stop rate", options.stop_rate);
  if (options.plateau.on) {
    number("plateau factor", options.plateau.factor);
    number("plateau patience", options.plateau.patience);
    number("plateau threshold", options.plateau.threshold);
    number("plateau least rate", options.plateau.least_rate);
  }
  const auto set = [&](const char* what, const std::vector<std::size_t>& which) {
    out << what << ' ' << which.size() << " graphs, checksum " << sum_of(samples, which) << '\n';
  };
  set("train", split.train);
  set("valid", split.valid);
  set("test", split.test);
  return out.str();
}

template std::string fingerprint(const nn::Model<float>&, nn::Backend,
                                 const std::vector<nn::GraphSample>&, const Split&,
                                 const TrainOptions&);
template std::string fingerprint(const nn::Model<double>&, nn::Backend,
                                 const std::vector<nn::GraphSample>&, const Split&,
                                 const TrainOptions&);

} // namespace canon::lab
