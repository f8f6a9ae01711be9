// A data set as a stream: read, encode on two threads, write in order. Only a few graphs are in
// memory at any time, and the file is the same whatever the number of threads.
#include <canon/encoding_io.hpp>
#include <canon/generate.hpp>
#include <canon/graph_io.hpp>
#include <canon/pipeline.hpp>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdlib.h> // mkdtemp

namespace fs = std::filesystem;

namespace {

void write_graphs(const fs::path& file, std::size_t count) {
  const auto writer = canon::graph_writer(file, canon::GraphFormat::graph6);
  for (std::size_t i = 0; i < count; ++i) {
    canon::Rng rng = canon::trial_rng(1, i);
    canon::GraphRecord record;
    record.graph = canon::random_tree(10 + i % 20, rng);
    writer->write(record);
  }
  writer->finish();
}

std::size_t encode_file(const fs::path& in, const fs::path& out, std::size_t threads) {
  const canon::EncodingOptions options{.k = 8, .canonize = {.level = canon::Level::label}};
  const auto reader = canon::open_graphs(in);
  const auto writer = canon::npz_writer(out, options.width(), options.k);
  const std::size_t graphs = canon::ordered_pipeline<canon::GraphRecord, canon::Encoding>(
      threads, [&](canon::GraphRecord& record) { return reader->next(record); },
      [&](canon::GraphRecord& record, std::size_t index) {
        return canon::encode(record.graph, options, index);
      },
      [&](const canon::Encoding& encoding, std::size_t) { writer->write(encoding); });
  writer->finish(); // without it nothing is left behind
  return graphs;
}

std::string bytes_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace

int main() {
  canon::use_one_blas_thread(); // the threads are ours: LAPACK's own would only be in the way
  std::string folder = (fs::temp_directory_path() / "canon-example-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) return 1;
  const fs::path graphs = fs::path(folder) / "trees.g6", one = fs::path(folder) / "one.npz",
                 two = fs::path(folder) / "two.npz";
  write_graphs(graphs, 500);
  const std::size_t encoded = encode_file(graphs, two, 2);
  encode_file(graphs, one, 1);
  const bool equal = bytes_of(one) == bytes_of(two);
  std::cout << encoded << " graphs, " << fs::file_size(two) << " bytes of npz, "
            << (equal ? "the same" : "NOT the same") << " from 1 and 2 threads\n";
  fs::remove_all(folder);
  return encoded == 500 && equal ? 0 : 1;
}
