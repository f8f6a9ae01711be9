#include "train/checkpoint.hpp"

#include <canon/base/atomic_file.hpp>
#include <canon/error.hpp>

#include <boost/crc.hpp>

#include <array>
#include <cstring>
#include <fstream>
#include <iterator>
#include <ostream>
#include <sstream>
#include <type_traits>

// The file: a line that says what it is, the parts one after another (lengths before lists), and
// the CRC-32 of all that. In the machine's byte order, which `order_mark` gives away.
namespace canon::lab {
namespace {

constexpr std::string_view magic = "canon-lab checkpoint 1\n";
constexpr std::uint32_t order_mark = 0x01020304;

std::uint32_t checksum(std::string_view bytes) {
  boost::crc_32_type crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

class Writer {
public:
  template <typename Value>
  void put(const Value& value) {
    static_assert(std::is_arithmetic_v<Value>);
    put_bytes(&value, sizeof value);
  }
  template <typename Value>
  void put(const std::vector<Value>& values) {
    static_assert(std::is_arithmetic_v<Value>);
    put(static_cast<std::uint64_t>(values.size()));
    put_bytes(values.data(), values.size() * sizeof(Value));
  }
  void put(const std::string& text) {
    put(static_cast<std::uint64_t>(text.size()));
    put_bytes(text.data(), text.size());
  }
  void put_bytes(const void* from, std::size_t count) {
    bytes_.append(static_cast<const char*>(from), count);
  }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

private:
  std::string bytes_;
};

class Reader {
public:
  Reader(std::string_view bytes, const std::filesystem::path& path)
      : left_(bytes), path_(path.string()) {}

  template <typename Value>
  void get(Value& value) {
    std::memcpy(&value, take(sizeof value), sizeof value);
  }
  template <typename Value>
  void get(std::vector<Value>& values) {
    std::uint64_t count = 0;
    get(count);
    if (count > left_.size() / sizeof(Value)) fail();
    values.resize(static_cast<std::size_t>(count));
    if (count > 0) std::memcpy(values.data(), take(count * sizeof(Value)), count * sizeof(Value));
  }
  void get(std::string& text) {
    std::vector<char> letters;
    get(letters);
    text.assign(letters.begin(), letters.end());
  }
  void expect_end() const {
    if (!left_.empty()) fail();
  }

  /// Its sum is right, so nobody tore it.
  [[noreturn]] void fail() const {
    throw ReadError(path_ + ": a checkpoint of another version of this program");
  }

private:
  const char* take(std::size_t count) {
    if (count > left_.size()) fail();
    const char* const at = left_.data();
    left_.remove_prefix(count);
    return at;
  }

  std::string_view left_;
  std::string path_;
};

/// The parts in their order, for either direction: `each` is called on every one.
template <typename Some, typename Each>
void visit(Some& checkpoint, const Each& each) {
  each(checkpoint.epoch);
  each(checkpoint.rate);
  each(checkpoint.plateau.best);
  each(checkpoint.plateau.bad_epochs);
  each(checkpoint.values);
  each(checkpoint.state);
  each(checkpoint.adam.steps);
  each(checkpoint.adam.mean);
  each(checkpoint.adam.square);
  each(checkpoint.accumulated);
  // The seconds stay out, so that checkpoints of equal runs are equal.
  for (auto& record : checkpoint.history) {
    each(record.epoch);
    each(record.rate);
    each(record.train_loss);
    each(record.valid_loss);
    each(record.valid_score);
    each(record.test_loss);
    each(record.test_score);
  }
}

void compare(const std::filesystem::path& path, const std::string& found,
             const std::string& wanted) {
  std::istringstream a(found), b(wanted);
  std::string there, here;
  while (true) {
    const bool more_there = static_cast<bool>(std::getline(a, there));
    const bool more_here = static_cast<bool>(std::getline(b, here));
    if (!more_there && !more_here) return;
    if (!more_there) there = "nothing";
    if (!more_here) here = "nothing";
    if (there == here) continue;
    std::string message = path.string() + ": the checkpoint of another run: it has '";
    message.append(there).append("' where this one has '").append(here).append("'");
    throw ReadError(message);
  }
}

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw ReadError(path.string() + ": cannot be opened");
  return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

template <typename T>
void write_checkpoint(const std::filesystem::path& path, const Checkpoint<T>& checkpoint) {
  Writer writer;
  writer.put_bytes(magic.data(), magic.size());
  writer.put(order_mark);
  writer.put(checkpoint.fingerprint);
  writer.put(static_cast<std::uint64_t>(checkpoint.history.size()));
  visit(checkpoint, [&](const auto& part) { writer.put(part); });
  writer.put(checksum(writer.bytes()));
  AtomicFile file(path);
  file.stream().write(writer.bytes().data(), static_cast<std::streamsize>(writer.bytes().size()));
  file.commit();
}

template <typename T>
Checkpoint<T> read_checkpoint(const std::filesystem::path& path, const std::string& fingerprint) {
  const std::string all = contents(path);
  const std::size_t compared = std::min(all.size(), magic.size());
  if (compared == 0 || std::string_view(all).substr(0, compared) != magic.substr(0, compared))
    throw ReadError(path.string() +
                    (all.empty() ? ": torn: an empty file" : ": not a checkpoint of canon-lab"));
  std::uint32_t sum = 0;
  if (all.size() < magic.size() + sizeof order_mark + sizeof sum)
    throw ReadError(path.string() + ": a torn checkpoint: it ends after " +
                    std::to_string(all.size()) + " bytes");
  const std::string_view body(all.data(), all.size() - sizeof sum);
  std::memcpy(&sum, all.data() + body.size(), sizeof sum);
  if (sum != checksum(body))
    throw ReadError(path.string() +
                    ": a torn checkpoint: its checksum is wrong; remove it to start again");
  Reader reader(body.substr(magic.size()), path);
  std::uint32_t order = 0;
  reader.get(order);
  if (order != order_mark)
    throw ReadError(path.string() + ": a checkpoint of a machine with another byte order");
  Checkpoint<T> checkpoint;
  reader.get(checkpoint.fingerprint);
  compare(path, checkpoint.fingerprint, fingerprint);
  std::uint64_t epochs = 0;
  reader.get(epochs);
  if (epochs > body.size()) reader.fail();
  checkpoint.history.resize(static_cast<std::size_t>(epochs));
  visit(checkpoint, [&](auto& part) { reader.get(part); });
  reader.expect_end();
  return checkpoint;
}

template void write_checkpoint(const std::filesystem::path&, const Checkpoint<float>&);
template void write_checkpoint(const std::filesystem::path&, const Checkpoint<double>&);
template Checkpoint<float> read_checkpoint(const std::filesystem::path&, const std::string&);
template Checkpoint<double> read_checkpoint(const std::filesystem::path&, const std::string&);

} // namespace canon::lab
