#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <encke/base/error.hpp>
#include <encke/io/tree/table_pipe.hpp>

namespace encke::io::detail {
namespace {

constexpr std::size_t step = 1 << 20;      // bytes that memory is taken for at once
constexpr std::size_t believed = 1 << 28;  // bytes of address space for numbers that are to come
constexpr std::int64_t no_failure = 0;     // else its exit code

}  // namespace

void PipeWriter::write(std::span<const std::byte> bytes) {
  hash_.add(bytes);
  while (!bytes.empty()) {
    const ssize_t done = ::write(descriptor_, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) throw std::runtime_error("no one reads the pipe");
    bytes = bytes.subspan(static_cast<std::size_t>(done));
  }
}

void PipeWriter::number(std::int64_t value) { write(std::as_bytes(std::span(&value, 1))); }

void PipeWriter::text(const std::string& text) {
  number(std::ssize(text));
  write(std::as_bytes(std::span(text)));
}

template <class T>
void PipeWriter::numbers(std::span<const T> all) {
  number(std::ssize(all));
  write(std::as_bytes(all));
}

void PipeWriter::texts(const std::vector<std::string>& all) {
  std::vector<Index> sizes;
  std::string together;
  for (const auto& text : all) {
    sizes.push_back(std::ssize(text));
    together += text;
  }
  numbers(std::span<const Index>(sizes));
  text(together);
}

void PipeWriter::end() { number(static_cast<std::int64_t>(hash_.value())); }

void PipeWriter::record(const FileRecord& file) {
  number(file.bytes);
  text(file.digest);
}

void PipeWriter::table(const SparseTable& table) {
  number(no_failure);
  record(table.file);
  texts(table.samples);
  texts(table.observations);
  numbers(std::span<const Index>(table.begin));
  numbers(std::span<const std::int32_t>(table.observation));
  numbers(std::span<const double>(table.count));
  end();
}

void PipeWriter::begin(const MatrixHead& head) {
  number(no_failure);
  record(head.file);
  texts(head.ids);
  number(head.rows);
  number(head.columns);
}

void PipeWriter::row(std::span<const double> row) {
  number(no_failure);
  numbers(row);
}

void PipeWriter::failure(int code, const std::string& message) {
  number(code);
  text(message);
  end();
}

std::size_t PipeReader::read_some(std::span<std::byte> bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t taken = ::read(descriptor_, bytes.data() + done, bytes.size() - done);
    if (taken < 0 && errno == EINTR) continue;
    if (taken <= 0) break;
    done += static_cast<std::size_t>(taken);
  }
  hash_.add(bytes.first(done));
  return done;
}

void PipeReader::read(std::span<std::byte> bytes) {
  if (read_some(bytes) < bytes.size()) throw BrokenPipe("ends early");
}

bool PipeReader::is_greeted() {
  std::string found(greeting.size(), '\0');
  return read_some(std::as_writable_bytes(std::span(found))) == greeting.size() &&
         found == greeting;
}

std::int64_t PipeReader::number() {
  std::int64_t value = 0;
  read(std::as_writable_bytes(std::span(&value, 1)));
  return value;
}

template <class T>
std::vector<T> PipeReader::numbers() {
  const auto count = static_cast<std::uint64_t>(number());
  std::vector<T> all;
  all.reserve(std::min<std::uint64_t>(count, believed / sizeof(T)));  // growing takes twice as much
  while (all.size() < count) {
    const std::size_t before = all.size();
    all.resize(before + std::min<std::uint64_t>(count - before, step / sizeof(T)));
    read(std::as_writable_bytes(std::span(all).subspan(before)));
  }
  return all;
}

std::string PipeReader::text() {
  const std::vector<char> all = numbers<char>();
  return {all.begin(), all.end()};
}

std::vector<std::string> PipeReader::texts() {
  const std::vector<Index> sizes = numbers<Index>();
  const std::vector<char> together = numbers<char>();
  std::vector<std::string> all;
  all.reserve(sizes.size());
  Index at = 0;
  for (const Index size : sizes) {
    if (size < 0 || size > std::ssize(together) - at) throw BrokenPipe("texts that do not fit");
    all.emplace_back(together.data() + at, static_cast<std::size_t>(size));
    at += size;
  }
  return all;
}

void PipeReader::end() {
  const auto expected = static_cast<std::int64_t>(hash_.value());
  if (number() != expected) throw BrokenPipe("has a wrong sum");
}

FileRecord PipeReader::record() {
  FileRecord file;
  file.path = path_;
  file.bytes = number();
  file.digest = text();
  return file;
}

void PipeReader::expect_no_failure() {
  const std::int64_t code = number();
  if (code == no_failure) return;
  const std::string message = text();
  end();
  for (const auto known : {Failure::memory, Failure::open, Failure::read, Failure::inconsistent}) {
    if (code == static_cast<std::int64_t>(known)) throw Error(known, message);
  }
  const std::string prefix = path_ + ": ";
  throw MalformedInput({.file = path_},
                       message.starts_with(prefix) ? message.substr(prefix.size()) : message);
}

SparseTable PipeReader::table() {
  expect_no_failure();
  SparseTable table;
  table.file = record();
  table.samples = texts();
  table.observations = texts();
  table.begin = numbers<Index>();
  table.observation = numbers<std::int32_t>();
  table.count = numbers<double>();
  end();
  return table;
}

void PipeReader::matrix(const MatrixTaker& taker) {
  expect_no_failure();
  MatrixHead head;
  head.file = record();
  head.ids = texts();
  head.rows = number();
  head.columns = number();
  taker.begin(head);
  for (Index row = 0; row < head.rows; ++row) {
    expect_no_failure();
    const std::vector<double> values = numbers<double>();
    if (std::ssize(values) != head.columns) throw BrokenPipe("a row of another length");
    taker.row(values);
  }
  end();
}

}  // namespace encke::io::detail
