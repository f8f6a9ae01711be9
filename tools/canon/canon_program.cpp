#include "canon/commands.hpp"

namespace canon::tool {

const Program& canon_program() {
  static const Program program = {
      "canon",
      R"(canon - canonical signs and bases for the eigenvectors of graphs

Usage: canon COMMAND [OPTION]...
       canon help COMMAND
       canon --version

Commands:
)",
      R"(
Graphs come from a file, an OGB folder or "-" (standard input); formats are edge-list, graph6,
sparse6, matrix-market, graphml, dot, ogb and exp, gzip is handled transparently.

Examples:
  canon demo
  canon generate erdos-renyi n=20 p=0.3 --count 100 --seed 1 -o graphs.g6
  canon inspect graphs.g6 --limit 1
  canon encode graphs.g6 -k 8 -o graphs.npz

)",
      {
          {"encode", "graphs to fixed-width node features, as .npz or .csv", run_encode},
          {"merge", "the parts of canon encode --shard to one file", run_merge},
          {"inspect", "eigenspaces, multiplicities and verdicts of every graph", run_inspect},
          {"verify", "check the theorems on random matrices, or the claims on given graphs",
           run_verify},
          {"certify", "check certificates of canonical bases, apart from the code that made them",
           run_certify},
          {"generate", "random and named graphs", run_generate},
          {"convert", "from one graph format to another", run_convert},
          {"demo", "the verdict table of a set of named graphs", run_demo},
      }};
  return program;
}

} // namespace canon::tool
