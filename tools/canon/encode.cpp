#include "canon/commands.hpp"
#include "canon/encode_steps.hpp"
#include "canon/encoding_file.hpp"
#include "canon/input.hpp"
#include "canon/options.hpp"
#include "cli/command_line.hpp"
#include "cli/json.hpp"
#include "cli/progress.hpp"
#include "cli/ranks.hpp"

#include <canon/base/text_table.hpp>
#include <canon/certificate.hpp>
#include <canon/encoding_io.hpp>

#include <iostream>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace canon::tool {
namespace {

/// Where large blocks come and go between small ones that stay, glibc lets the heap grow: it raises
/// the size from which a block is a mapping of its own with every such block that is freed.
void keep_heap_small() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 128 << 10);
  mallopt(M_TRIM_THRESHOLD, 16 << 20); // and the heap itself does not go and come with every batch
#endif
}

struct Summary {
  std::size_t graphs = 0, vertices = 0, columns = 0, settled = 0, up_to_automorphism = 0;
  std::size_t padded = 0, cut = 0, doubtful = 0, warned = 0; ///< graphs

  void count(const Encoding& e) {
    ++graphs;
    vertices += e.features.n_rows;
    columns += e.eigenvalues.n_elem - e.padded;
    for (const Guarantee guarantee : e.settled) {
      settled += guarantee != Guarantee::none ? 1 : 0;
      up_to_automorphism += guarantee == Guarantee::up_to_automorphism ? 1 : 0;
    }
    padded += e.padded > 0 ? 1 : 0;
    cut += e.cut ? 1 : 0;
    doubtful += e.padded < e.eigenvalues.n_elem && e.safety < 1.0 ? 1 : 0;
    warned += e.padded < e.eigenvalues.n_elem && e.safety < warning_margin ? 1 : 0;
  }

  [[nodiscard]] std::string text(double seconds) const {
    return counted(graphs, "graph") + ", " + std::to_string(vertices) + " vertices; " +
           percent(settled, columns) + " % of the columns settled" +
           (up_to_automorphism == 0
                ? ""
                : " (" + percent(up_to_automorphism, columns) + " % up to automorphism)") +
           "; " + counted(padded, "graph") + " padded, " + std::to_string(cut) +
           " cut inside a space, " + std::to_string(doubtful) + " with a margin below 1; " +
           short_number(seconds, 3) + " s" + warning_line(warned);
  }

  [[nodiscard]] std::string json(std::size_t k, double seconds) const {
    return json_text({{"graphs", graphs},
                      {"vertices", vertices},
                      {"k", k},
                      {"columns", columns},
                      {"settled", settled},
                      {"up_to_automorphism", up_to_automorphism},
                      {"padded", padded},
                      {"cut", cut},
                      {"doubtful", doubtful},
                      {"warned", warned},
                      {"seconds", seconds}});
  }
};

void describe(CommandLine& line) {
  line.arguments(1, 1, "IN");
  line.group("Input and output");
  line.option(
      "out,o", "OUT",
      "OUT.npz: arrays encoding (vertices x k), offsets, eigenvalues, settled (per column: 1 "
      "unique and equivariant, 2 unique up to automorphism, 0 neither); OUT.csv: the same as text, "
      "one line per vertex; OUT.h5: the arrays in HDF5; - for standard output",
      "-");
  line.option("format", "NAME",
              "of IN: " + comma_separated(names<GraphFormat>()) + " (default: guessed)");
  add_encoding_file(line);
  line.option("shard", "I/N",
              "encode only the I-th of N ranges of the graphs, I from 0; canon merge puts the N "
              "files together");
  line.flag("json", "the summary as one JSON object on standard output");
  line.group("The features");
  line.natural_option("k,k", "K", "eigenpairs per vertex, low frequencies first", 1, 1'000'000,
                      "8");
  line.flag("random-signs",
            "multiply each column by a random sign; with --level none, LapPE's augmentation");
  line.enum_option("columns", "KIND", "", EncodingOptions{}.columns);
  line.flag("by-component", "treat connected components one by one, equal ones included");
  line.flag("drop-trivial", "leave out the first eigenvector where its eigenvalue is simple");
  line.flag("drop-first", "leave out the first column whatever its eigenspace");
  line.natural_option("seed", "N", "of the random signs", 0, UINT64_MAX, "0");
  add_solver(line);
  add_lanes(line);
  add_canonizing(line);
  add_reading_rules(line);
  add_running(line);
}

std::optional<PartLabel> shard_label(const CommandLine& line, const std::string& path) {
  if (!line.given("shard")) return std::nullopt;
  try {
    return label_of(line, path, parse_shard(line.text("shard")));
  } catch (const ArgumentError& error) {
    throw UsageError("--shard: " + std::string(error.what()));
  }
}

} // namespace

int run_encode(const Words& words) {
  CommandLine line(
      "canon encode IN [-k K] [-o OUT] [OPTION]...",
      "Encodes every graph of IN: the leading eigenvectors of an operator, their signs "
      "and bases made\ncanonical where that is possible. A graph with fewer than K "
      "vertices is padded with zeros on the\nright, its eigenvalues with NaN. An "
      "eigenspace that runs beyond column K is canonized whole and\nthen cut. OUT "
      "appears complete or not at all; an older one is replaced.\n",
      {"canon encode molecules.g6 -k 8 -o molecules.npz",
       "canon encode data/zinc12k -k 8 --level joint --operator normalised-laplacian "
       "-o zinc.npz",
       "canon encode a.g6 --level none --operator normalised-laplacian --drop-first -o b.npz  # as "
       "PyG",
       "canon generate cycle n=6 | canon encode - --format graph6 -k 3",
       "canon encode molecules.g6 --shard 0/3 -o part0.npz",
       "python3 -c \"import numpy; print(numpy.load('zinc.npz')['encoding'].shape)\""});
  describe(line);
  if (!line.parse(words)) return exit_ok;

  keep_heap_small();
  const std::string out = line.text("out");
  const EncodingFile kind = encoding_file_option(line);
  const bool json = line.given("json"), quiet = line.given("quiet");
  if (json && out == "-")
    throw UsageError("--json: expected --out FILE, for standard output holds the encoding");
  if (Ranks& ranks = Ranks::world(); ranks.several()) return encode_on_ranks(line, ranks, kind);
  const EncodingOptions options = encoding_options(line);
  const std::size_t threads = threads_option(line);

  const std::optional<PartLabel> label = shard_label(line, line.arguments()[0]);
  Input input(line.arguments()[0], format_option(line, "format"), reading_rules(line));
  if (label) input.select(label->first(), label->first() + label->graphs());
  const auto writer = encoding_writer(kind, out, options.width(), options.k, label);
  Summary summary;
  double seconds = 0.0;
  {
    Progress progress(!quiet && !(out == "-" && stdout_is_terminal()),
                      label ? label->graphs() : input.size());
    encode_graphs(input, *writer, options, threads, label ? label->first() : 0,
                  [&](const Encoding& encoding) {
                    summary.count(encoding);
                    progress.tick();
                  });
    if (label) require_count(*label, summary.graphs);
    writer->finish();
    seconds = progress.seconds();
  }
  if (json)
    std::cout << summary.json(options.k, seconds) << "\n";
  else if (!quiet)
    std::cerr << "canon encode: " << summary.text(seconds) << std::endl;
  return exit_ok;
}

} // namespace canon::tool
