#define BOOST_TEST_MODULE atomic_file
#include "base/line_reader.hpp"
#include "io_test.hpp"

#include <canon/base/atomic_file.hpp>

#include <atomic>
#include <cerrno>
#include <functional>
#include <regex>
#include <set>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>

using namespace canon;
using namespace io_test;
namespace fs = std::filesystem;

namespace {

void write(const fs::path& path, const std::string& text) {
  AtomicFile file(path);
  file.stream() << text;
  file.commit();
}

std::string message(const std::function<void()>& action) {
  try {
    action();
  } catch (const WriteError& error) {
    return error.what();
  }
  return "no error";
}

/// The exit code of a child process that runs `action`; what it changes for its whole process ends
/// with it. One that hangs is ended by SIGALRM, and the result is -1.
int in_child(const std::function<void()>& action) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(300);
    action();
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
} // namespace

BOOST_AUTO_TEST_CASE(a_file_appears_whole) {
  Workplace temp;
  const fs::path path = temp.put("a", "old");
  {
    AtomicFile file(path);
    file.stream() << "new";
    BOOST_CHECK_EQUAL(contents(path), "old");
    file.commit();
  }
  BOOST_CHECK_EQUAL(contents(path), "new");
  BOOST_CHECK_EQUAL(temp.files(), 1U);
}

BOOST_AUTO_TEST_CASE(or_not_at_all) {
  Workplace temp;
  {
    AtomicFile file(temp.path() / "a");
    file.stream() << "new";
    AtomicFile zipped(temp.path() / "a.gz");
    zipped.stream() << "new";
    BOOST_CHECK_EQUAL(temp.files(), 2U);
  }
  BOOST_CHECK_EQUAL(temp.files(), 0U);
}

BOOST_AUTO_TEST_CASE(two_writers_of_one_target) {
  Workplace temp;
  AtomicFile first(temp.path() / "a"), second(temp.path() / "a");
  first.stream() << "first";
  second.stream() << "second";
  first.commit();
  second.commit();
  BOOST_CHECK_EQUAL(contents(temp.path() / "a"), "second");
  BOOST_CHECK_EQUAL(temp.files(), 1U);
}

BOOST_AUTO_TEST_CASE(gz_is_gzip) {
  Workplace temp;
  const std::string text(300000, 'x');
  AtomicFile file(temp.path() / "a.gz");
  file.stream() << text;
  file.commit();
  BOOST_CHECK_LT(fs::file_size(temp.path() / "a.gz"), 10000U);
  LineReader unpacked(temp.path() / "a.gz");
  BOOST_CHECK(unpacked.rest() == text);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_written) {
  Workplace temp;
  BOOST_CHECK_THROW(AtomicFile(temp.path()), WriteError);
  BOOST_CHECK_THROW(AtomicFile(temp.path() / "no/such/folder"), WriteError);
  BOOST_CHECK_THROW(AtomicFolder(temp.path()), WriteError);
  BOOST_CHECK_THROW(AtomicFolder(temp.path() / "no/such/folder"), WriteError);
}

BOOST_AUTO_TEST_CASE(a_full_disk) {
  if (!fs::exists("/dev/full")) {
    BOOST_TEST_MESSAGE("skipped: no /dev/full");
    return;
  }
  Workplace temp;
  fs::create_symlink("/dev/full", temp.path() / "a");
  fs::create_symlink("/dev/full", temp.path() / "a.gz");
  for (const char* name : {"a", "a.gz"}) {
    AtomicFile file(temp.path() / name);
    file.stream() << "text";
    BOOST_CHECK_THROW(file.commit(), WriteError);
    BOOST_CHECK_THROW(
        [&] {
          const auto writer = graph_writer(temp.path() / name, GraphFormat::edge_list);
          for (int i = 0; i < 100000; ++i)
            writer->write(record_of(make_graph(2, {{0, 1, 1.0 / (i + 1)}})));
          writer->finish();
        }(),
        WriteError);
  }
  BOOST_CHECK(fs::is_symlink(temp.path() / "a"));
}

BOOST_AUTO_TEST_CASE(a_link_stays_a_link) {
  Workplace temp;
  temp.put("real", "old");
  fs::create_symlink("real", temp.path() / "link");
  AtomicFile file(temp.path() / "link");
  file.stream() << "new";
  file.commit();
  BOOST_CHECK(fs::is_symlink(temp.path() / "link"));
  BOOST_CHECK_EQUAL(contents(temp.path() / "real"), "new");
}

BOOST_AUTO_TEST_CASE(folders) {
  Workplace temp;
  {
    AtomicFolder folder(temp.path() / "a");
    std::ofstream(folder.path() / "x") << "text";
  }
  BOOST_CHECK_EQUAL(temp.files(), 0U);
  AtomicFolder folder(temp.path() / "a/");
  std::ofstream(folder.path() / "x") << "text";
  folder.commit();
  BOOST_CHECK_EQUAL(contents(temp.path() / "a/x"), "text");
}

BOOST_AUTO_TEST_CASE(a_temporary_name_cannot_be_foreseen) {
  Workplace temp;
  const AtomicFile a(temp.path() / "a"), b(temp.path() / "a");
  const AtomicFolder folder(temp.path() / "a");
  std::set<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(temp.path()))
    names.insert(entry.path().filename().string());
  BOOST_CHECK_EQUAL(names.size(), 3U);
  for (const std::string& name : names)
    BOOST_CHECK_MESSAGE(std::regex_match(name, std::regex(R"(\.a\.tmp[0-9a-f]{16})")), name);
}

BOOST_AUTO_TEST_CASE(a_temporary_name_in_use_is_not_taken) {
  Workplace temp;
  std::set<fs::path> tried;
  {
    const TemporaryName name(temp.path() / "a", [&](const fs::path& path) {
      tried.insert(path);
      if (tried.size() < 4) return EEXIST;
      return ::mkdir(path.c_str(), 0777) == 0 ? 0 : errno;
    });
    BOOST_CHECK_EQUAL(tried.size(), 4U);
    BOOST_CHECK_EQUAL(temp.files(), 1U);
  }
  BOOST_CHECK_EQUAL(temp.files(), 0U);
  const auto always = [](const fs::path&) { return EEXIST; };
  BOOST_CHECK_THROW(TemporaryName(temp.path() / "a", always), WriteError);
}

BOOST_AUTO_TEST_CASE(links_and_pipes_under_the_names_of_older_versions) {
  Workplace temp;
  const fs::path victim = temp.put("victim", "untouched");
  for (int i = 0; i < 20; ++i) {
    const std::string end = ".tmp" + std::to_string(::getpid()) + "-" + std::to_string(i);
    fs::create_symlink("victim", temp.path() / (".a" + end));
    BOOST_REQUIRE_EQUAL(::mkfifo((temp.path() / (".b" + end)).c_str(), 0666), 0);
  }
  for (const char* name : {"a", "b"})
    write(temp.path() / name, "text");
  BOOST_CHECK_EQUAL(contents(victim), "untouched");
  for (const char* name : {"a", "b"}) {
    BOOST_CHECK_EQUAL(contents(temp.path() / name), "text");
    BOOST_CHECK(!fs::is_symlink(temp.path() / name));
  }
}

BOOST_AUTO_TEST_CASE(the_mode_is_what_umask_says) {
  Workplace temp;
  for (const auto& [mask, expected] : {std::pair{0027, 0640}, std::pair{0, 0666}}) {
    const mode_t before = ::umask(static_cast<mode_t>(mask));
    write(temp.path() / "a", "text");
    ::umask(before);
    BOOST_CHECK_EQUAL(static_cast<int>(fs::status(temp.path() / "a").permissions()), expected);
  }
}

BOOST_AUTO_TEST_CASE(a_name_as_long_as_they_get) {
  Workplace temp;
  const std::string name(255, 'x');
  write(temp.path() / name, "text");
  BOOST_CHECK_EQUAL(contents(temp.path() / name), "text");
}

BOOST_AUTO_TEST_CASE(a_link_to_nothing_is_written_behind) {
  Workplace temp;
  fs::create_directory(temp.path() / "far");
  fs::create_symlink("far/real", temp.path() / "second");
  fs::create_symlink(temp.path() / "second", temp.path() / "first");
  write(temp.path() / "first", "text");
  BOOST_CHECK(fs::is_symlink(temp.path() / "first"));
  BOOST_CHECK(fs::is_symlink(temp.path() / "second"));
  BOOST_CHECK_EQUAL(contents(temp.path() / "far/real"), "text");

  fs::create_symlink("b", temp.path() / "a");
  fs::create_symlink("a", temp.path() / "b");
  BOOST_CHECK_THROW(AtomicFile(temp.path() / "a"), WriteError);
}

BOOST_AUTO_TEST_CASE(another_users_link_in_a_shared_folder_is_refused) {
  if (::geteuid() != 0) {
    BOOST_TEST_MESSAGE("skipped: only root can make links of another user");
    return;
  }
  Workplace temp;
  const fs::path victim = temp.put("victim", "untouched");
  const fs::path shared = temp.path() / "shared", link = shared / "link";
  fs::create_directory(shared);
  fs::create_symlink(victim, link);
  constexpr uid_t other = 12345;
  BOOST_REQUIRE_EQUAL(::lchown(link.c_str(), other, other), 0);
  BOOST_REQUIRE_EQUAL(::chmod(shared.c_str(), 01777), 0);
  const std::string said = message([&] { write(link, "text"); });
  BOOST_CHECK_MESSAGE(said.find("another user's link") != std::string::npos, said);
  BOOST_CHECK_EQUAL(contents(victim), "untouched");
  // In a folder of his own he may well hold a link out to others.
  BOOST_REQUIRE_EQUAL(::chmod(shared.c_str(), 0755), 0);
  write(link, "text");
  BOOST_CHECK_EQUAL(contents(victim), "text");
}

BOOST_AUTO_TEST_CASE(a_failure_says_why) {
  Workplace temp;
  if (fs::exists("/dev/full")) {
    AtomicFile file("/dev/full");
    file.stream() << "text";
    const std::string said = message([&] { file.commit(); });
    BOOST_CHECK_MESSAGE(said.find("No space left") != std::string::npos, said);
  }
  const std::string said = message([&] { AtomicFile(temp.path() / "no/such/folder"); });
  BOOST_CHECK_MESSAGE(said.find("No such file") != std::string::npos, said);
}

BOOST_AUTO_TEST_CASE(the_end_of_the_process_leaves_nothing) {
  Workplace temp;
  BOOST_CHECK_EQUAL(in_child([&] {
                      AtomicFile file(temp.path() / "a"), zipped(temp.path() / "b.gz");
                      AtomicFolder folder(temp.path() / "c");
                      AtomicFile inner(folder.path() / "d");
                      file.stream() << "text";
                      discard_unfinished_files();
                      ::_exit(0); // as after a signal: no destructor
                    }),
                    0);
  BOOST_CHECK_EQUAL(temp.files(), 0U);
}

BOOST_AUTO_TEST_CASE(the_end_of_the_process_does_not_wait_for_the_file_system) {
  Workplace temp;
  BOOST_CHECK_EQUAL(in_child([&] {
                      AtomicFile file(temp.path() / "a");
                      std::atomic<bool> opening = false;
                      std::thread([&] {
                        TemporaryName(temp.path() / "b", [&](const fs::path&) {
                          opening = true;
                          for (;;) // an open() that never returns
                            ::pause();
                          return 0;
                        });
                      }).detach();
                      while (!opening)
                        std::this_thread::yield();
                      discard_unfinished_files();
                      ::_exit(0);
                    }),
                    0);
  BOOST_CHECK_EQUAL(temp.files(), 0U);
}

BOOST_AUTO_TEST_CASE(nothing_begins_while_the_process_ends) {
  Workplace temp;
  BOOST_CHECK_EQUAL(in_child([&] {
                      std::atomic<int> begun = 0;
                      for (int i = 0; i < 4; ++i)
                        std::thread([&] {
                          for (;;) { // some complete, some given up, some begun
                            AtomicFile file(temp.path() / "a");
                            if (++begun % 3 == 0) file.commit();
                          }
                        }).detach();
                      while (begun < 200)
                        std::this_thread::yield();
                      discard_unfinished_files();
                      ::_exit(0);
                    }),
                    0);
  BOOST_CHECK_EQUAL(temp.files(), 1U); // the complete one
}
