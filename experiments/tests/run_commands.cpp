// The experiments as commands: what they write, that nothing depends on threads or on being
// stopped, and what they say to bad input.
#define BOOST_TEST_MODULE run_commands
#include "report/record.hpp"
#include "workplace.hpp"

#include <boost/test/unit_test.hpp>

#include <iterator>

using namespace canon;
using namespace canon::lab;

namespace {

struct Fixture : LabPlace {
  void refused(const std::string& arguments, const std::string& word) const {
    const Ran ran = lab(arguments);
    BOOST_TEST_CONTEXT(arguments << ": " << ran.err) {
      BOOST_TEST(ran.code == 2);
      BOOST_TEST(ran.err.find(word) != std::string::npos);
      BOOST_TEST(ran.err.find('\n') == ran.err.size() - 1);
      BOOST_TEST(place.files() == 0U);
    }
  }
};

const std::string small_exp = "run exp --pairs 8 --folds 2 --quiet ";

} // namespace

BOOST_FIXTURE_TEST_CASE(exp_gives_the_same_on_any_number_of_threads, Fixture) {
  const std::string rows = small_exp + "--rows gcn,deepsets-rni,linear-rse-complete --epochs 4 ";
  BOOST_TEST(lab(rows + "--threads 1 --out a").code == 0);
  BOOST_TEST(lab(rows + "--threads 2 --out b").code == 0);
  BOOST_TEST(bytes("a/exp.json") == bytes("b/exp.json"));
  BOOST_TEST(std::filesystem::exists(place.path() / "a" / "exp.html"));
  BOOST_TEST(std::filesystem::exists(place.path() / "a" / "exp-accuracy.csv"));
  // A message-passing network cannot distinguish the graphs of a pair: one right of each two.
  const Record record = read_record(place.path() / "a" / "exp.json");
  for (const Json& score : record.results["gcn"]["last"])
    BOOST_TEST(score.get<double>() == 0.5);
}

BOOST_AUTO_TEST_CASE(threads_that_wait_spin_briefly_unless_the_environment_decides) {
  const auto spins = [](const std::string& environment, const std::string& count) {
    const Ran ran = run_lab("unset OMP_WAIT_POLICY; export OMP_DISPLAY_ENV=VERBOSE " + environment +
                            "; lab run exp --rows list");
    BOOST_TEST(ran.code == 0);
    BOOST_TEST(ran.out.find("deepsets-rse") != std::string::npos);
    if (ran.err.find("GOMP_SPINCOUNT") == std::string::npos) {
      BOOST_TEST_MESSAGE("skipped: this library of OpenMP does not print its GOMP_SPINCOUNT");
      return true;
    }
    return ran.err.rfind("GOMP_SPINCOUNT = '" + count + "'") != std::string::npos;
  };
  BOOST_TEST(spins("", "10000"));
  BOOST_TEST(spins("GOMP_SPINCOUNT=77", "77"));
  BOOST_TEST(!spins("GOMP_SPINCOUNT=77", "10000"));
  BOOST_TEST(!spins("OMP_WAIT_POLICY=active", "10000"));
}

#ifdef __linux__
// For that it starts itself again, and must keep the name that ps and top show.
BOOST_FIXTURE_TEST_CASE(a_program_that_started_itself_again_keeps_its_name, Fixture) {
  const Ran ran = run_lab("cd '" + place.path().string() +
                          "'; mkfifo settings; unset OMP_WAIT_POLICY GOMP_SPINCOUNT\n'" CANON_LAB
                          "' run exp --config settings 2> /dev/null & exec 3> settings\n"
                          "cat /proc/$!/comm; exec 3>&-; wait");
  BOOST_TEST(ran.out == "canon-lab\n"); // opening a pipe waits for its reader
}
#endif

BOOST_FIXTURE_TEST_CASE(exp_resumes_where_it_was, Fixture) {
  const std::string rows = small_exp + "--rows linear-rse ";
  BOOST_TEST(lab(rows + "--epochs 6 --out whole").code == 0);
  BOOST_TEST(lab(rows + "--epochs 3 --out parts").code == 0);
  BOOST_TEST(lab(rows + "--epochs 6 --out parts").code == 0);
  BOOST_TEST(bytes("whole/exp.json") == bytes("parts/exp.json"));
  // Another seed is another run: its checkpoints do not fit.
  const Ran other = lab(rows + "--epochs 6 --out parts --seed 5");
  BOOST_TEST(other.code == 2);
  BOOST_TEST(lab(rows + "--epochs 6 --out parts --seed 5 --fresh").code == 0);
}

BOOST_FIXTURE_TEST_CASE(basis_isomorphism, Fixture) {
  const std::string run = "run basis-isomorphism --classes 3 --instances 10 --runs 2 --epochs 20 "
                          "--rows lappe,map-chosen --quiet ";
  BOOST_TEST(lab(run + "--threads 1 --out a").code == 0);
  BOOST_TEST(lab(run + "--threads 2 --out b").code == 0);
  BOOST_TEST(bytes("a/basis-isomorphism.json") == bytes("b/basis-isomorphism.json"));
  const Record record = read_record(place.path() / "a" / "basis-isomorphism.json");
  BOOST_TEST(record.tables.size() == 3U);
  for (const char* variant : {"general", "matched", "symmetric"})
    BOOST_TEST(record.results[variant]["map-chosen"]["test"].size() == 2U);
  // Too few nodes for matched graphs: said, and left out.
  const Ran few = lab("run basis-isomorphism --classes 2 --instances 10 --runs 1 --epochs 1 --rows "
                      "lappe --nodes 5 --out few");
  BOOST_TEST(few.code == 0);
  BOOST_TEST((few.err.find("no matched graphs: 5 nodes") != std::string::npos));
  BOOST_TEST(read_record(place.path() / "few" / "basis-isomorphism.json").tables.size() == 1U);
}

BOOST_FIXTURE_TEST_CASE(basis_isomorphism_resumes_where_it_was, Fixture) {
  const std::string run = "run basis-isomorphism --classes 3 --instances 10 --epochs 40 --rows "
                          "lappe,map --threads 1 --quiet ";
  BOOST_TEST(lab(run + "--runs 3 --out whole").code == 0);
  const std::filesystem::path journal = place.path() / "parts" / "basis-isomorphism.journal";
  // Killed as soon as some runs are in the journal: no clock decides. More runs than will be asked
  // for later, so that it cannot end before.
  const Ran killed = run_lab("cd '" + place.path().string() + "'; \"" CANON_LAB "\" " + run +
                             "--runs 10000 --out parts & pid=$!\nwhile kill -0 $pid 2> /dev/null "
                             "&& [ \"$(cat '" +
                             journal.string() +
                             "' 2> /dev/null | wc -l)\" -lt 3 ]; do sleep 0.02; done\n"
                             "kill -9 $pid; wait $pid");
  BOOST_TEST(killed.code == 137);
  BOOST_REQUIRE(std::filesystem::exists(journal));
  BOOST_TEST(!std::filesystem::exists(place.path() / "parts" / "basis-isomorphism.json"));
  std::ofstream(journal, std::ios::app) << "{\"outcomes\":[[0.1,"; // torn by the kill
  // A line that fits no experiment is not passed over, and nothing is lost by saying so.
  const std::string before = contents(journal);
  std::ofstream(journal, std::ios::app) << "0.2]]}\n";
  const Ran odd = lab(run + "--runs 3 --out parts");
  BOOST_TEST(odd.code == 2);
  BOOST_TEST((odd.err.find("--fresh") != std::string::npos && odd.one_line()));
  std::ofstream(journal) << before;
  // Other settings are another experiment.
  BOOST_TEST(lab(run + "--runs 3 --seed 5 --out parts").code == 2);
  const Ran resumed = lab("run basis-isomorphism --classes 3 --instances 10 --epochs 40 --rows "
                          "lappe,map --threads 1 --runs 3 --out parts");
  BOOST_TEST(resumed.code == 0);
  BOOST_TEST((resumed.err.find("general: continues after run ") != std::string::npos));
  BOOST_TEST(bytes("whole/basis-isomorphism.json") == bytes("parts/basis-isomorphism.json"));
  BOOST_TEST(!std::filesystem::exists(journal));
  std::ofstream(journal) << "{\"another\":1}\n";
  BOOST_TEST(lab(run + "--runs 1 --out parts").code == 2);
  BOOST_TEST(lab(run + "--runs 1 --out parts --fresh").code == 0);
}

BOOST_FIXTURE_TEST_CASE(expressivity, Fixture) {
  const std::string run = "run expressivity --sets srg,cfi --rows map,label,gin-label "
                          "--columns 8,all --relabellings 4 --quick --quiet ";
  BOOST_TEST(lab(run + "--threads 1 --out a").code == 0);
  BOOST_TEST(lab(run + "--threads 2 --out b").code == 0);
  BOOST_TEST(bytes("a/expressivity.json") == bytes("b/expressivity.json"));
  BOOST_TEST(!std::filesystem::exists(place.path() / "a" / "expressivity.journal"));
  const Record record = read_record(place.path() / "a" / "expressivity.json");
  const auto found = [&](const char* row) { return record.results[row]["srg"]["all"]; };
  BOOST_TEST(found("map")["edges"]["distinguished"].get<int>() == 0);
  BOOST_TEST(found("label")["edges"]["distinguished"].get<int>() == 1); // rook and Shrikhande
  BOOST_TEST(found("label")["edges"]["kept"].get<int>() == 2);
  BOOST_TEST(found("gin-label")["distinguished"].get<int>() == 1);
  BOOST_TEST(found("gin-label")["unreliable"].get<int>() == 0);
}

BOOST_FIXTURE_TEST_CASE(expressivity_goes_on_where_it_was, Fixture) {
  const std::string run =
      "run expressivity --sets cfi --rows label --columns all --threads 1 --quiet ";
  BOOST_TEST(lab(run + "--relabellings 8 --out whole").code == 0);
  const std::filesystem::path journal = place.path() / "parts" / "expressivity.journal";
  const Ran killed = run_lab("cd '" + place.path().string() + "'; \"" CANON_LAB "\" " + run +
                             "--relabellings 8 --out parts & pid=$!\nwhile kill -0 $pid 2> "
                             "/dev/null && [ \"$(cat '" +
                             journal.string() +
                             "' 2> /dev/null | wc -l)\" -lt 3 ]; do sleep 0.01; done\n"
                             "kill -9 $pid; wait $pid");
  BOOST_TEST(killed.code == 137);
  BOOST_REQUIRE(std::filesystem::exists(journal));
  // Other settings are another run.
  BOOST_TEST(lab(run + "--relabellings 5 --out parts").code == 2);
  BOOST_TEST(lab(run + "--relabellings 8 --out parts").code == 0);
  BOOST_TEST(bytes("whole/expressivity.json") == bytes("parts/expressivity.json"));
  BOOST_TEST(!std::filesystem::exists(journal));
}

BOOST_FIXTURE_TEST_CASE(the_careless_protocols_and_own_settings, Fixture) {
  BOOST_TEST(lab(small_exp + "--rows linear-rse --epochs 2 --file-order --out order").code == 0);
  BOOST_TEST(
      read_record(place.path() / "order" / "exp.json").configuration["file_order"].get<bool>());
  std::ifstream page(place.path() / "order" / "exp.html");
  const std::string text{std::istreambuf_iterator<char>(page), {}};
  BOOST_TEST((text.find("Short of the paper: Linear-RSE, MAP, by ") != std::string::npos));
  BOOST_TEST(
      lab("run basis-isomorphism --as-published --classes 3 --instances 10 --runs 1 --epochs 1 "
          "--rows lappe --quiet --out slips")
          .code == 0);
  const Record slips = read_record(place.path() / "slips" / "basis-isomorphism.json");
  BOOST_TEST(slips.results["as-published"]["lappe"]["test"].size() == 1U);
  BOOST_TEST(slips.configuration["classes"].get<int>() == 3);
  BOOST_TEST(slips.configuration["instances"].get<int>() == 10);
  std::ofstream(place / "own.ini")
      << "[base]\nepochs = 2\nbatch = 64\ntest_share = 0.1\nvalid_share = 0.1\nrate = 0.001\n"
         "weight_decay = 0\nplateau_factor = 0.5\nplateau_patience = 25\nhidden = 4\n"
         "encoder = lappe\n[own]\ntitle = Own\nbasis = map\n";
  BOOST_TEST(lab("run basis-isomorphism --config own.ini --classes 3 --instances 10 --runs 1 "
                 "--variant general --quiet --out own")
                 .code == 0);
  BOOST_TEST(read_record(place.path() / "own" / "basis-isomorphism.json").tables.size() == 1U);
  std::ofstream(place / "wrong.ini") << contents(place / "own.ini") << "basis = none\n";
  BOOST_TEST(lab("run basis-isomorphism --config wrong.ini --quiet --out wrong").code == 2);
  BOOST_TEST(!std::filesystem::exists(place.path() / "wrong"));
  std::ofstream(place / "blind.ini")
      << contents(place / "own.ini") << "hidden = 4 8\nvalid_share = 0\n";
  const Ran blind = lab("run basis-isomorphism --config blind.ini --quiet --out blind");
  BOOST_TEST(blind.code == 2);
  BOOST_TEST((blind.one_line() && blind.err.find("valid_share") != std::string::npos));
}

BOOST_FIXTURE_TEST_CASE(verification_holds, Fixture) {
  BOOST_TEST(lab("run verification --quick --quiet --out out").code == 0);
  const Record record = read_record(place.path() / "out" / "verification.json");
  BOOST_TEST(record.results["holds"].get<bool>());
}

BOOST_FIXTURE_TEST_CASE(flags_mean_the_same_everywhere, Fixture) {
  for (const std::string command :
       {"run exp", "run basis-isomorphism", "run verification", "run expressivity", "run all",
        "study random", "study molecules", "generate exp"}) {
    const std::string help = lab(command + " --help").out;
    BOOST_TEST_CONTEXT(command << ": " << help) {
      for (const char* flag : {"-o [ --out ]", "--threads", "-q [ --quiet ]"})
        BOOST_TEST(help.find(flag) != std::string::npos, flag);
      if (command != "generate exp") BOOST_TEST(help.find("--json") != std::string::npos);
      const std::size_t heading = help.find("Running:");
      BOOST_TEST(heading != std::string::npos);
      BOOST_TEST(help.find("Running:", heading + 1) == std::string::npos);
      BOOST_TEST(help.find("certify") == std::string::npos);
    }
  }
  // The record on standard output, where all is on standard error; quiet takes the latter only.
  const Ran ran = lab("run verification --quick --json -o out");
  BOOST_TEST(ran.out == contents(place / "out/verification.json"));
  BOOST_TEST((ran.err.find("all is in out/verification.html") != std::string::npos));
  const Ran quiet = lab("run verification --quick -q -o out");
  BOOST_TEST((quiet.out.find("Algorithms 4 and 5") != std::string::npos));
  BOOST_TEST(quiet.err == "");
}

BOOST_FIXTURE_TEST_CASE(rows_are_listed, Fixture) {
  const Ran exp = lab("run exp --rows list");
  BOOST_TEST(exp.code == 0);
  for (const char* row : {"gcn ", "deepsets-rni ", "linear-rse-complete "})
    BOOST_TEST((exp.out.find(row) != std::string::npos), row);
  BOOST_TEST(
      (lab("run basis-isomorphism --rows list").out.find("map-chosen ") != std::string::npos));
  BOOST_TEST((lab("run expressivity --rows list").out.find("gin-label ") != std::string::npos));
  BOOST_TEST(place.files() == 0U);
}

BOOST_FIXTURE_TEST_CASE(an_interrupted_run_says_how_to_go_on, Fixture) {
  const Ran ran =
      run_lab("cd '" + place.path().string() +
              "'; \"" CANON_LAB "\" run basis-isomorphism --runs 10000 --quiet --out out & pid=$!\n"
              "while kill -0 $pid 2> /dev/null && [ ! -s out/basis-isomorphism.journal "
              "]; do sleep 0.02; done\nkill -TERM $pid; wait $pid");
  BOOST_TEST(ran.code == 143);
  BOOST_TEST(
      (ran.err.find("canon-lab: interrupted; the same command resumes it\n") != std::string::npos));
}

BOOST_FIXTURE_TEST_CASE(bad_input, Fixture) {
  refused("run exp --rows nothing", "there is no row 'nothing'; there are ");
  refused("run exp --rows gcn,,gcn", "--rows: expected values with commas");
  refused("run exp --rows deepsets-rsa", "did you mean 'deepsets-rse'");
  refused("run exp --data none.txt", "none.txt");
  refused("run exp --folds 1", "--folds");
  refused("run exp --epochs 0", "--epochs");
  refused("run exp --device abacus", "abacus");
  refused("run exp --config none.ini", "none.ini");
  refused("run exp --pairs 8 --folds 9 --rows gcn --quiet", "folds");
  refused("run basis-isomorphism --variant nothing", "--variant");
  refused("run basis-isomorphism --variant matched --nodes 5 --quiet", "matched");
  refused("run basis-isomorphism --as-published --nodes 9", "--nodes");
  refused("run basis-isomorphism --multiplicity 1", "--multiplicity");
  refused("run basis-isomorphism --nodes 3 --multiplicity 3", "n");
  refused("run expressivity --data none --quiet", "none: expected a folder with brec.g6");
  refused("run expressivity --sets brec-basik", "did you mean 'brec-basic'");
  refused("run expressivity --sets csl --quiet", "the set 'csl' is not there");
  refused("run expressivity --columns 8,0", "--columns: expected a number of columns or all");
  refused("run expressivity --rows gin-labl", "did you mean 'gin-label'");
  refused("run expressivity --rows map --train", "--train");
  refused("run expressivity --relabellings 1", "--relabellings");
  refused("run nothing", "nothing");
}
