// Shards of studies and runs: merged they give the record of one process, and what is lost, doubled
// or foreign is refused.
#define BOOST_TEST_MODULE shards
#include "dataset/molecules.hpp"
#include "molecule_folder.hpp"
#include "report/record.hpp"
#include "run/molecule_benchmark.hpp"
#include "workplace.hpp"

#include <boost/test/unit_test.hpp>

using namespace canon;
using namespace canon::lab;

namespace {

struct Fixture : LabPlace {
  void done(const std::string& arguments) const {
    const Ran ran = lab(arguments + " --quiet");
    BOOST_REQUIRE_MESSAGE(ran.code == 0, arguments << ": " << ran.err);
  }
  void refused(const std::string& arguments, const std::string& words) const {
    const Ran ran = lab(arguments);
    BOOST_TEST_CONTEXT(arguments << ": " << ran.err) {
      BOOST_TEST(ran.code == 2);
      BOOST_TEST(ran.one_line());
      BOOST_TEST(ran.err.find(words) != std::string::npos);
    }
  }
  /// Of a run on molecules: all but the times.
  [[nodiscard]] Json results(const std::string& file) const {
    Json results = read_record(place.path() / file).results;
    for (auto& [row, entry] : results.items())
      entry.erase("seconds");
    return results;
  }
};

const std::string random_study =
    "study random --ensembles erdos-renyi,random-tree,rank-one --sizes 8,12 --p 0.3 --trials 3000 ";
const std::string exp_run = "run exp --pairs 8 --folds 2 --rows gcn,linear-rse --epochs 3 ";

} // namespace

BOOST_FIXTURE_TEST_CASE(a_study_of_random_graphs, Fixture) {
  done(random_study + "--out whole");
  for (const std::string shard : {"0/3", "2/3", "1/3"})
    done(random_study + "--out parts --shard " + shard);
  done("merge parts");
  BOOST_TEST(bytes("whole/random.json") == bytes("parts/random.json"));
  BOOST_TEST(!std::filesystem::exists(place.path() / "parts" / "random.part-shard-0-of-3.journal"));
}

BOOST_FIXTURE_TEST_CASE(a_killed_shard_is_resumed, Fixture) {
  done(random_study + "--out whole");
  (void)run_lab("cd '" + place.path().string() + "'; '" CANON_LAB "' " + random_study +
                "--out parts --threads 1 --shard 0/2 & sleep 0.3; kill -9 $!; wait $!");
  for (const std::string shard : {"0/2", "1/2"})
    done(random_study + "--out parts --shard " + shard);
  done("merge parts");
  BOOST_TEST(bytes("whole/random.json") == bytes("parts/random.json"));
}

BOOST_FIXTURE_TEST_CASE(a_run_with_folders_of_its_own, Fixture) {
  done(exp_run + "--out whole");
  for (const std::string i : {"0", "1", "2"})
    done(exp_run + "--out part" + i + " --shard " + i + "/3");
  done("merge part2 part0 part1 --out merged");
  BOOST_TEST(bytes("whole/exp.json") == bytes("merged/exp.json"));
}

BOOST_FIXTURE_TEST_CASE(lost_doubled_and_foreign_parts_are_refused, Fixture) {
  done(random_study + "--out a --shard 0/2");
  refused("merge a", "lost: ");
  done(random_study + "--out b --shard 0/2");
  refused("merge a b", "doubled: piece 0");
  done(random_study + "--seed 1 --out c --shard 1/2");
  refused("merge a c", "different runs: seed 0 and 1");
  refused("merge nowhere", "expected a folder with parts");
  refused(random_study + "--out a --shard 2/2", "expected a shard I/N");
  refused(random_study + "--out a --fresh --shard 0/2", "--fresh and --shard");
}

// As a rank finds the file of another that starts at the same moment.
BOOST_FIXTURE_TEST_CASE(a_part_whose_first_line_is_not_written_yet_counts_as_empty, Fixture) {
  done(random_study + "--out whole");
  done(random_study + "--out parts --shard 0/2");
  const std::string first = contents(place.path() / "parts/random.part-shard-0-of-2.journal");
  const std::string other = place / "parts/random.part-shard-1-of-2.journal";
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, first.find('\n')}) {
    write_file(other, first.substr(0, size));
    done(random_study + "--out parts --shard 0/2");
    refused("merge parts", "lost: ");
  }
  done(random_study + "--out parts --shard 1/2");
  write_file(place / "parts/random.part-shard-2-of-3.journal", "");
  done("merge parts");
  BOOST_TEST(bytes("whole/random.json") == bytes("parts/random.json"));
  BOOST_TEST(!std::filesystem::exists(place.path() / "parts/random.part-shard-2-of-3.journal"));
  std::filesystem::create_directory(place.path() / "begun");
  write_file(place / "begun/random.part-shard-0-of-2.journal", "");
  refused("merge begun", "lost: no part has begun");
}

BOOST_FIXTURE_TEST_CASE(a_study_of_molecules_and_their_training, Fixture) {
  write_molecule_folder(place.path() / "data" / "zinc12k", molecule_benchmark("zinc").layout, 600);
  done("study molecules data --out whole");
  for (const std::string shard : {"1/2", "0/2"})
    done("study molecules data --out parts --shard " + shard);
  done("merge parts");
  BOOST_TEST(bytes("whole/molecules.json") == bytes("parts/molecules.json"));

  const std::string zinc = "run zinc --quick --rows gatedgcn-map,gatedgcn-none --epochs 1 ";
  done(zinc + "--out trained");
  for (const std::string shard : {"1/2", "0/2"})
    done(zinc + "--out shards --shard " + shard);
  done("merge shards");
  BOOST_TEST(results("trained/zinc.json") == results("shards/zinc.json"));
}

#ifdef CANON_MPIRUN

namespace {

std::string on_ranks_of(int ranks, const std::string& arguments) {
  return std::string(CANON_MPIRUN) + " --oversubscribe --allow-run-as-root -n " +
         std::to_string(ranks) + " " CANON_LAB " " + arguments + " --quiet";
}

struct OnRanks : Fixture {
  void on_ranks(int ranks, const std::string& arguments) const {
    const Ran ran =
        run_lab("cd '" + place.path().string() + "' && " + on_ranks_of(ranks, arguments));
    BOOST_REQUIRE_MESSAGE(ran.code == 0, arguments << ": " << ran.err);
  }
};

} // namespace

BOOST_FIXTURE_TEST_CASE(ranks_give_the_record_of_one_process, OnRanks) {
  done(random_study + "--out whole");
  on_ranks(3, random_study + "--out ranks");
  BOOST_TEST(bytes("whole/random.json") == bytes("ranks/random.json"));
  done(exp_run + "--out whole");
  on_ranks(3, exp_run + "--out ranks");
  BOOST_TEST(bytes("whole/exp.json") == bytes("ranks/exp.json"));
  // Together they give the same bits in every run.
  const std::string zinc =
      "run zinc --quick --rows gatedgcn-map --epochs 2 --threads 1 --data-parallel ";
  on_ranks(2, zinc + "--out once");
  on_ranks(2, zinc + "--out twice");
  BOOST_TEST(results("once/zinc.json") == results("twice/zinc.json"));
}

BOOST_FIXTURE_TEST_CASE(ranks_share_molecules_and_their_rows, OnRanks) {
  write_molecule_folder(place.path() / "data" / "zinc12k", molecule_benchmark("zinc").layout, 600);
  done("study molecules data --out whole");
  on_ranks(3, "study molecules data --out ranks");
  BOOST_TEST(bytes("whole/molecules.json") == bytes("ranks/molecules.json"));
  const std::string zinc = "run zinc --quick --rows gatedgcn-map,gatedgcn-none --epochs 1 ";
  done(zinc + "--out whole");
  on_ranks(2, zinc + "--out ranks --threads 1");
  BOOST_TEST(results("whole/zinc.json") == results("ranks/zinc.json"));
}

BOOST_FIXTURE_TEST_CASE(a_rank_that_dies_ends_the_job_which_is_then_resumed, OnRanks) {
  const std::string study = "study random --ensembles erdos-renyi,random-tree --sizes 8,12,64 "
                            "--p 0.3 --trials 20000 ";
  done(study + "--out whole");
  const Ran killed = run_lab(
      "cd '" + place.path().string() + "'; " + on_ranks_of(3, study + "--threads 1 --out ranks") +
      " & job=$!; until find ranks -name '*.journal' -size +0 2> /dev/null | grep -q .; do "
      "kill -0 $job || break; sleep 0.01; done; "
      "kill -9 $(pgrep -P $job -f 'study random' | tail -n 1); wait $job");
  BOOST_TEST(killed.code != 0);
  BOOST_TEST(killed.err.find("rank") != std::string::npos, killed.err);
  BOOST_TEST(!std::filesystem::exists(place.path() / "ranks" / "random.json"));
  on_ranks(2, study + "--out ranks");
  BOOST_TEST(bytes("whole/random.json") == bytes("ranks/random.json"));
}

#endif
