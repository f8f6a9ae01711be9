// Molecules for training: read, generated, encoded, kept in a cache; and the queue that trains
// them.
#define BOOST_TEST_MODULE molecule_data
#include "dataset/generated_molecules.hpp"
#include "dataset/molecule_encoding.hpp"
#include "molecule_folder.hpp"
#include "run/molecule_benchmark.hpp"
#include "run/run_board.hpp"
#include "train/encoding_cache.hpp"
#include "train/job_queue.hpp"
#include "workplace.hpp"

#include <canon/error.hpp>

#include <boost/graph/connected_components.hpp>
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <set>

using namespace canon;
using namespace canon::lab;

namespace {

const MoleculeLayout& zinc() {
  return molecule_benchmark("zinc").layout;
}

const MoleculeLayout& tox21() {
  return molecule_benchmark("moltox21").layout;
}

} // namespace

BOOST_AUTO_TEST_CASE(generated_molecules_are_what_the_layout_says) {
  for (const MoleculeLayout* layout : {&zinc(), &tox21()}) {
    const Molecules molecules = generate_molecules(200, *layout, 3);
    BOOST_TEST(molecules.samples.size() == 200U);
    BOOST_TEST(molecules.split.train.size() == 120U);
    BOOST_TEST(molecules.split.valid.size() == 40U);
    BOOST_TEST(molecules.split.test.size() == 40U);
    std::size_t missing = 0, ones = 0, zeros = 0;
    for (const nn::GraphSample& sample : molecules.samples) {
      nn::check(sample, "generated");
      const Graph graph = molecule_graph(sample);
      std::vector<int> component(num_vertices(graph));
      BOOST_TEST(boost::connected_components(graph, component.data()) == 1);
      BOOST_TEST(num_edges(graph) * 2 == sample.tail.size());
      for (Vertex v = 0; v < num_vertices(graph); ++v)
        BOOST_TEST(out_degree(v, graph) <= 4U);
      for (std::size_t i = 0; i < sample.node_type.size(); ++i)
        BOOST_TEST(sample.node_type[i] < layout->atoms[i % layout->atoms.size()]);
      for (std::size_t i = 0; i < sample.edge_type.size(); ++i)
        BOOST_TEST(sample.edge_type[i] < layout->bonds[i % layout->bonds.size()]);
      BOOST_TEST(sample.target.size() == layout->targets);
      for (const double target : sample.target) {
        if (std::isnan(target)) ++missing;
        if (target == 1.0) ++ones;
        if (target == 0.0) ++zeros;
      }
    }
    if (layout->binary) {
      BOOST_TEST(missing > 0U);
      BOOST_TEST(missing + ones + zeros == 200 * layout->targets);
    }
  }
  BOOST_TEST(checksum_of(generate_molecules(20, zinc(), 1).samples) ==
             checksum_of(generate_molecules(20, zinc(), 1).samples));
  BOOST_TEST(checksum_of(generate_molecules(20, zinc(), 1).samples) !=
             checksum_of(generate_molecules(20, zinc(), 2).samples));
  BOOST_CHECK_THROW((void)generate_molecules(4, zinc(), 1), ArgumentError);
}

BOOST_AUTO_TEST_CASE(a_folder_is_read_as_it_was_written) {
  const Workplace place;
  write_molecule_folder(place.path(), zinc(), 10);
  const Molecules all = read_molecules(place.path(), zinc());
  BOOST_TEST(all.samples.size() == 10U);
  BOOST_TEST(all.left_out == 0U);
  BOOST_TEST(all.split.train.size() == 6U);
  const Molecules made = generate_molecules(10, zinc(), 0);
  BOOST_TEST(checksum_of(all.samples) == checksum_of(read_molecules(place.path(), zinc()).samples));
  for (std::size_t i = 0; i < 10; ++i) {
    BOOST_TEST(all.samples[i].nodes == made.samples[i].nodes);
    BOOST_TEST(all.samples[i].node_type == made.samples[i].node_type);
    BOOST_TEST(all.samples[i].target == made.samples[i].target);
  }
  // Smaller molecules are left out, and the parts of the split move with the others.
  MoleculeLayout larger = zinc();
  larger.least_atoms = 14;
  std::size_t small = 0;
  for (const nn::GraphSample& sample : all.samples)
    if (sample.nodes < 14) ++small;
  const Molecules rest = read_molecules(place.path(), larger);
  BOOST_TEST(small > 0U);
  BOOST_TEST(rest.left_out == small);
  BOOST_TEST(rest.split.train.size() + rest.split.valid.size() + rest.split.test.size() ==
             10 - small);
  for (const std::size_t i : rest.split.test)
    BOOST_TEST(i < rest.samples.size());
}

BOOST_AUTO_TEST_CASE(encodings_of_molecules) {
  const std::vector<nn::GraphSample> samples = generate_molecules(20, zinc(), 5).samples;
  const MoleculeEncoding map = map_encoding(8, Level::label);
  const std::vector<float> one = encode_molecules(samples, map, 1);
  BOOST_TEST((one == encode_molecules(samples, map, 3)));
  std::vector<nn::GraphSample> encoded = samples;
  set_encoding(encoded, one, 8);
  EncodingOptions plain = map.options;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const Encoding expected = encode(molecule_graph(samples[i]), plain);
    BOOST_TEST(encoded[i].encoding_width == 8);
    for (std::size_t v = 0; v < static_cast<std::size_t>(samples[i].nodes); ++v)
      for (std::size_t j = 0; j < 8; ++j)
        BOOST_TEST(static_cast<float>(encoded[i].encoding[v * 8 + j]) ==
                   static_cast<float>(expected.features(v, j)));
  }
  // Left to the eigensolver, both parts are what level none gives.
  MoleculeEncoding own = map, none = map;
  own.own_signs = own.own_bases = true;
  none.options.canonize.level = Level::none;
  BOOST_TEST((encode_molecules(samples, own, 1) == encode_molecules(samples, none, 1)));
  // The columns are roots of positive parts: of unit length at most.
  for (const float value : one)
    BOOST_TEST(std::abs(value) <= 1.0F);
  BOOST_CHECK_THROW(set_encoding(encoded, one, 7), ArgumentError);
  BOOST_CHECK_THROW(set_encoding(encoded, one, 9), ArgumentError);
  BOOST_TEST(describe(map) != describe(own));
  BOOST_TEST(describe(lappe_encoding(8)) != describe(lappe_encoding(4)));
}

BOOST_AUTO_TEST_CASE(a_cache_gives_what_it_was_given) {
  const Workplace place;
  const std::vector<nn::GraphSample> samples = generate_molecules(10, zinc(), 5).samples;
  const EncodingCache cache(place.path() / "cache", checksum_of(samples));
  const MoleculeEncoding map = map_encoding(4, Level::map);
  const auto first = cache.get(samples, map, 1, Progress::silent());
  BOOST_TEST(std::filesystem::exists(cache.path(map)));
  const std::string bytes = contents(cache.path(map));
  BOOST_TEST((cache.get(samples, map, 1, Progress::silent()) == first));
  BOOST_TEST(cache.path(map) != cache.path(map_encoding(4, Level::joint)));
  BOOST_TEST(cache.path(map) != EncodingCache(place.path() / "cache", "other").path(map));
  // Cut at any place, or with other bytes, it is made anew and mended.
  for (const std::size_t length : {std::size_t{0}, std::size_t{10}, bytes.size() - 1}) {
    std::ofstream(cache.path(map), std::ios::binary) << bytes.substr(0, length);
    BOOST_TEST((cache.get(samples, map, 1, Progress::silent()) == first));
    BOOST_TEST((contents(cache.path(map)) == bytes));
  }
  std::ofstream(cache.path(map), std::ios::binary) << bytes + "x";
  BOOST_TEST((cache.get(samples, map, 1, Progress::silent()) == first));
}

BOOST_AUTO_TEST_CASE(a_queue_does_every_job_once) {
  for (const std::size_t at_once : {std::size_t{1}, std::size_t{8}}) {
    JobQueue queue(2, nn::Backend::cpu, 8, at_once);
    BOOST_TEST(queue.team() == std::min<std::size_t>(at_once, 2));
    std::vector<std::atomic<int>> done(8);
    BOOST_CHECK_THROW(queue.run([&](std::size_t i) {
      ++done[i];
      if (i == 2) throw ArgumentError("two");
    }),
                      ArgumentError);
    for (const std::atomic<int>& count : done)
      BOOST_TEST(count == 1); // one that fails does not keep the others from their work
  }
}

BOOST_AUTO_TEST_CASE(epochs_that_a_schedule_takes_at_least) {
  TrainOptions train;
  train.epochs = 1000;
  train.plateau.on = true;
  train.plateau.factor = 0.5;
  train.plateau.patience = 25;
  train.stop_rate = 1e-5;
  // 1e-3 is halved seven times to be below 1e-5, each time after 26 epochs without a lower loss.
  BOOST_TEST(least_epochs_left(train, {}, 1e-3, 0) == 7 * 26);
  BOOST_TEST(least_epochs_left(train, {}, 1e-3, 900) == 100);
  BOOST_TEST(least_epochs_left(train, {}, 0.9e-5, 5) == 0);
  train.stop_rate = 0.0;
  BOOST_TEST(least_epochs_left(train, {}, 1e-3, 10) == 990);
}
