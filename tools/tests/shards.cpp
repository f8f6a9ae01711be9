#define BOOST_TEST_MODULE shards
#include "program.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

namespace {

/// Small graphs of several sizes, one without vertices and one without edges among them.
std::string make_graphs(const Workplace& place, int count) {
  const std::string file = place / "graphs.g6";
  const Ran ran =
      run("{ canon generate erdos-renyi n=9 p=0.4 --seed 1 --count " + std::to_string(count) +
          "; echo '?'; echo 'B?'; canon generate random-tree n=14 --seed 2 --count " +
          std::to_string(count) + "; canon generate petersen; } > '" + file + "'");
  BOOST_REQUIRE_EQUAL(ran.err, "");
  return file;
}

Ran encode_shard(const std::string& graphs, const std::string& shard, const std::string& out,
                 const std::string& options = "") {
  return run("canon encode '" + graphs + "' -k 4 -q --shard " + shard + " " + options + " -o '" +
             out + "'");
}

/// AddressSanitizer keeps what is freed for a while, so that a peak says nothing.
bool peaks_mean_nothing() {
#ifdef __SANITIZE_ADDRESS__
  BOOST_TEST_MESSAGE("skipped: peaks of memory under AddressSanitizer");
  return true;
#else
  return false;
#endif
}

void require_ok(const Ran& ran) {
  BOOST_REQUIRE_MESSAGE(ran.code == 0, ran.err);
}

/// Wants exit code 2 and one line with these words.
void check_refused(const Ran& ran, const std::string& words) {
  BOOST_TEST(ran.code == 2);
  BOOST_TEST(ran.one_line(), ran.err);
  BOOST_TEST(ran.err.find(words) != std::string::npos, ran.err << "does not say: " << words);
}

} // namespace

BOOST_AUTO_TEST_CASE(merged_parts_have_the_bytes_of_one_process) {
  const Workplace place;
  const std::string graphs = make_graphs(place, 12);
  const auto check = [&](const std::string& options, const std::string& kind, int shards) {
    const std::string whole = place / ("whole" + kind), merged = place / ("merged" + kind);
    require_ok(run("canon encode '" + graphs + "' -k 4 -q " + options + " -o '" + whole + "'"));
    std::string parts;
    for (int i = shards; i-- > 0;) { // in any order
      const std::string part = place / ("part" + std::to_string(i) + kind);
      require_ok(
          encode_shard(graphs, std::to_string(i) + "/" + std::to_string(shards), part, options));
      parts += " '" + part + "'";
    }
    require_ok(run("canon merge -q" + parts + " -o '" + merged + "'"));
    BOOST_TEST((contents(whole) == contents(merged)),
               kind << ", " << shards << " shards, " << options);
  };
  for (const std::string kind : {".npz", ".csv", ".csv.gz"})
    check("", kind, 3);
#ifdef CANON_WITH_HDF5
  check("", ".h5", 3);
  check("--columns with-eigenvalues", ".h5", 29);
#endif
  check("--random-signs --level none", ".npz", 3);
  check("--columns with-eigenvalues", ".csv", 2);
  check("", ".npz", 1);
  check("", ".npz", 29); // more shards than graphs
}

BOOST_AUTO_TEST_CASE(parts_become_a_file_of_another_kind) {
  const Workplace place;
  const std::string graphs = make_graphs(place, 20);
  for (const std::string from : {".npz", ".csv"})
    for (const std::string to : {".npz", ".csv"}) {
      std::string parts;
      for (int i = 0; i < 2; ++i) {
        const std::string part = place / ("part" + std::to_string(i) + from);
        require_ok(encode_shard(graphs, std::to_string(i) + "/2", part));
        parts += " '" + part + "'";
      }
      const std::string whole = place / ("whole" + to), merged = place / ("merged" + to);
      require_ok(run("canon encode '" + graphs + "' -k 4 -q -o '" + whole + "'"));
      require_ok(run("canon merge -q" + parts + " -o '" + merged + "'"));
      BOOST_TEST((contents(whole) == contents(merged)), from << " to " << to);
    }
}

BOOST_AUTO_TEST_CASE(a_killed_shard_leaves_nothing_and_is_started_again) {
  const Workplace place;
  // So many that no machine is done before the signal.
  const std::string graphs = make_graphs(place, 40'000), part = place / "part1.npz";
  require_ok(encode_shard(graphs, "0/2", place / "part0.npz"));
  const Ran killed =
      run("'" CANON_PROGRAM "' encode '" + graphs + "' -k 4 -q --threads 1 --shard 1/2 -o '" +
          part + "' & sleep 0.02; kill -9 $!; wait $!");
  BOOST_TEST(killed.code == 137);
  BOOST_TEST(!std::filesystem::exists(part));
  check_refused(run("canon merge '" + (place / "part0.npz") + "' -o '" + (place / "all.npz") + "'"),
                "lost: shard 1/2");
  require_ok(encode_shard(graphs, "1/2", part));
  require_ok(run("canon merge -q '" + (place / "part0.npz") + "' '" + part + "' -o '" +
                 (place / "all.npz") + "'"));
  require_ok(run("canon encode '" + graphs + "' -k 4 -q -o '" + (place / "whole.npz") + "'"));
  BOOST_TEST((contents(place / "all.npz") == contents(place / "whole.npz")));
}

BOOST_AUTO_TEST_CASE(lost_doubled_and_foreign_parts_are_refused_in_one_line) {
  const Workplace place;
  const std::string graphs = make_graphs(place, 10), other = place / "other.g6";
  write_file(other, contents(graphs) + "Bw\n");
  const auto part = [&](const std::string& name, const std::string& shard,
                        const std::string& options = "", const std::string& from = "") {
    const std::string file = place / name;
    require_ok(encode_shard(from.empty() ? graphs : from, shard, file, options));
    return " '" + file + "'";
  };
  const std::string first = part("0.npz", "0/2"), second = part("1.npz", "1/2");
  const std::string out = place / "all.npz";
  const auto merge = [&](const std::string& parts) {
    return run("canon merge" + parts + " -o '" + out + "'");
  };
  check_refused(merge(second), "lost: shard 0/2");
  check_refused(merge(first + second + second), "both are shard 1/2");
  check_refused(merge(first + part("c.npz", "1/2", "--columns sqrt-eigenvalue")),
                "different runs: columns=unit and columns=sqrt-eigenvalue");
  check_refused(merge(first + part("l.npz", "1/2", "--level joint")),
                "different runs: level=map and level=joint");
  check_refused(merge(first + part("3.npz", "1/3")), "different runs: 2 and 3 shards");
  check_refused(merge(first + part("o.npz", "1/2", "", other)), "different runs: input");
  require_ok(run("canon encode '" + graphs + "' -k 4 -q -o '" + (place / "whole.npz") + "'"));
  check_refused(merge(" '" + (place / "whole.npz") + "'"), "expected a part of canon encode");
  check_refused(merge(" '" + graphs + "'"), "expected a part of canon encode");
  check_refused(merge(" '" + (place / "none.npz") + "'"), "no such file");
  const std::string text = contents(place / "1.npz");
  write_file(place / "cut.npz", text.substr(0, text.size() / 2));
  check_refused(merge(first + " '" + (place / "cut.npz") + "'"), "expected");
  BOOST_TEST(!std::filesystem::exists(out));
}

// NumPy reads an npz by Python's zipfile.
BOOST_AUTO_TEST_CASE(readers_refuse_what_was_merged_from_a_damaged_part) {
  if (run("python3 -c 'import zipfile'").code != 0) {
    BOOST_TEST_MESSAGE("skipped: no python3");
    return;
  }
  const Workplace place;
  const std::string graphs = make_graphs(place, 10), out = place / "all.npz";
  std::string parts;
  for (const std::string i : {"0", "1"}) {
    require_ok(encode_shard(graphs, i + "/2", place / (i + ".npz")));
    parts += " '" + (place / (i + ".npz")) + "'";
  }
  const auto bad_member = [&] {
    require_ok(run("canon merge -q" + parts + " -o '" + out + "'"));
    return run("python3 -c 'import zipfile; print(zipfile.ZipFile(\"" + out + "\").testzip())'")
        .out;
  };
  BOOST_TEST(bad_member() == "None\n");
  std::string bytes = contents(place / "1.npz");
  bytes[bytes.find("NUMPY") + 1000] ^= 1; // a number of the first array
  write_file(place / "1.npz", bytes);
  BOOST_TEST(bad_member() == "encoding.npy\n");
}

BOOST_AUTO_TEST_CASE(a_wrong_shard_is_refused) {
  const Workplace place;
  const std::string graphs = make_graphs(place, 5);
  for (const std::string shard : {"2/2", "1", "-1/2", "a/b", "0/0", "1/2/3"})
    check_refused(encode_shard(graphs, "'" + shard + "'", place / "x.npz"), "expected a shard I/N");
  check_refused(run("canon encode - --format graph6 --shard 0/2 -o x.npz"), "--shard");
}

BOOST_AUTO_TEST_CASE(memory_does_not_grow_with_the_graphs) {
  if (peaks_mean_nothing()) return;
  const Workplace place;
  std::size_t peaks[2][2] = {};
  for (const int large : {0, 1}) {
    const std::string file = place / "many.g6", part = place / "part.npz";
    require_ok(run("canon generate random-tree n=12 --seed 1 --count " +
                   std::string(large ? "60000" : "3000") + " -o '" + file + "'"));
    const Ran encoded = encode_shard(file, "0/1", part, "--threads 1");
    require_ok(encoded);
    const Ran merged = run("canon merge -q '" + part + "' -o '" + (place / "all.npz") + "'");
    require_ok(merged);
    peaks[large][0] = encoded.peak_mib;
    peaks[large][1] = merged.peak_mib;
  }
  for (const int command : {0, 1}) // 60000 graphs have 23 MB of features
    BOOST_TEST(peaks[1][command] <= peaks[0][command] + 8,
               "peaks in MiB: " << peaks[0][command] << " and " << peaks[1][command]);
}

// The heap grew with the number of graphs, in some shards and not in others: what glibc before 2.38
// frees of aligned memory it does not find again.
BOOST_AUTO_TEST_CASE(all_shards_need_the_same_memory) {
  if (peaks_mean_nothing()) return;
  const Workplace place;
  const std::string file = place / "many.g6";
  require_ok(run("canon generate random-tree n=10 --seed 1 --count 200000 -o '" + file + "'"));
  std::vector<std::size_t> peaks;
  for (const std::string shard : {"0/4", "1/4", "2/4", "3/4"}) {
    const Ran encoded = encode_shard(file, shard, place / "part.npz", "--threads 1");
    require_ok(encoded);
    peaks.push_back(encoded.peak_mib);
  }
  const auto [least, most] = std::minmax_element(peaks.begin(), peaks.end());
  BOOST_TEST(*most <= *least + 8, "peaks in MiB: " << *least << " to " << *most);
}

#ifdef CANON_MPIRUN

namespace {

/// Open MPI leaves some memory behind; what canon does is checked for leaks without it.
std::string mpirun(int ranks) {
  return "ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 " CANON_MPIRUN
         " --oversubscribe --allow-run-as-root -n " +
         std::to_string(ranks) + " " CANON_PROGRAM " ";
}

} // namespace

BOOST_AUTO_TEST_CASE(ranks_give_the_bytes_of_one_process) {
  const Workplace place;
  const std::string graphs = make_graphs(place, 2000);
#ifdef CANON_WITH_HDF5
  const std::vector<std::string> kinds = {".npz", ".csv", ".csv.gz", ".h5"};
#else
  const std::vector<std::string> kinds = {".npz", ".csv", ".csv.gz"};
#endif
  for (const std::string& kind : kinds) {
    const std::string whole = place / ("whole" + kind), out = place / ("ranks" + kind);
    require_ok(run("canon encode '" + graphs + "' -k 4 -q -o '" + whole + "'"));
    require_ok(run(mpirun(3) + "encode '" + graphs + "' -k 4 -q -o '" + out + "'"));
    BOOST_TEST((contents(whole) == contents(out)), kind);
    BOOST_TEST(!std::filesystem::exists(out + ".parts"));
  }
}

BOOST_AUTO_TEST_CASE(a_rank_that_dies_ends_the_job_which_is_then_resumed) {
  const Workplace place;
  const std::string graphs = make_graphs(place, 20000), out = place / "all.npz";
  const std::string options =
      "' -k 8 --level label -q --threads 1 -o '"; // slow enough to be killed
  const std::string command = mpirun(3) + "encode '" + graphs + options + out;
  // A journal of several pieces shows that the ranks are at work.
  const Ran killed = run(command + "' & job=$!; until find '" + out +
                         ".parts' -name '*.journal' -size +64k 2> /dev/null | grep -q .; do kill "
                         "-0 $job || break; sleep 0.01; done; " +
                         "kill -9 $(pgrep -P $job -f 'canon encode' | tail -n 1); wait $job");
  BOOST_TEST(killed.code != 0);
  BOOST_TEST(!std::filesystem::exists(out));
  BOOST_TEST(std::filesystem::exists(out + ".parts"));
  BOOST_TEST(killed.err.find("rank") != std::string::npos, killed.err);
  // A loss of power may leave a hole where a journal says that a piece is: it is done again.
  const std::string file = out + ".parts/encoding.npz";
  require_ok(run("dd if=/dev/zero of='" + file + "' bs=4096 count=1 conv=notrunc status=none"));
  require_ok(run(command + "'"));
  require_ok(run("canon encode '" + graphs + options + (place / "whole.npz") + "'"));
  BOOST_TEST((contents(out) == contents(place / "whole.npz")));
}

BOOST_AUTO_TEST_CASE(a_command_for_one_rank_refuses_several) {
  const Ran ran = run(mpirun(2) + "demo");
  BOOST_TEST(ran.code == 2);
  BOOST_TEST(ran.err.find("runs on one rank") != std::string::npos, ran.err);
}

#endif
