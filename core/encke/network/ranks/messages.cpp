#include <cstdint>
#include <encke/network/ranks/bytes.hpp>
#include <encke/network/ranks/messages.hpp>

namespace encke::network {
namespace {

struct Options {
  double inflation;
  Pruning pruning;
  Overlap overlap;
  Engine engine;
};

template <class Number>
void put_list(std::vector<std::byte>& record, const std::vector<Number>& numbers) {
  const std::uint64_t size = numbers.size();
  put(record, std::span(&size, 1));
  put(record, std::span(numbers));
}

/// Reads what was put; throws where that is not there.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : left_(bytes) {}

  template <class Number>
  Number number() {
    Number one{};
    require(take(left_, std::span(&one, 1)));
    return one;
  }
  template <class Number>
  std::vector<Number> list() {
    const auto size = number<std::uint64_t>();
    require(size <= left_.size() / sizeof(Number));
    std::vector<Number> numbers(size);
    require(take(left_, std::span(numbers)));
    return numbers;
  }

 private:
  static void require(bool is_there) {
    if (!is_there) throw Error(Failure::internal, "a message of another rank is cut");
  }

  std::span<const std::byte> left_;
};

}  // namespace

std::vector<std::byte> bytes_of(const MclOptions& options, std::span<const Columns> starts) {
  const Options sent{options.inflation, options.pruning, options.overlap, options.engine};
  const std::uint64_t count = starts.size();
  std::vector<std::byte> record;
  put(record, std::span(&sent, 1));
  put(record, std::span(&count, 1));
  for (const Columns& start : starts) {
    put_list(record, start.begin);
    put_list(record, start.row);
    put_list(record, start.value);
  }
  return record;
}

Handed handed_of(std::span<const std::byte> bytes) {
  Reader reader(bytes);
  const auto sent = reader.number<Options>();
  Handed handed{.options = {.inflation = sent.inflation,
                            .pruning = sent.pruning,
                            .overlap = sent.overlap,
                            .engine = sent.engine},
                .starts = {}};
  for (auto left = reader.number<std::uint64_t>(); left > 0; --left) {
    Columns& start = handed.starts.emplace_back();
    start.begin = reader.list<std::size_t>();
    start.row = reader.list<std::int32_t>();
    start.value = reader.list<float>();
  }
  return handed;
}

std::vector<std::byte> bytes_of(const Answer& answer) {
  const int failure = answer.failure ? static_cast<int>(answer.failure->failure()) : 0;
  const std::string text = answer.failure ? answer.failure->what() : "";
  const std::uint64_t count = answer.done.size();
  std::vector<std::byte> record;
  put(record, std::span(&failure, 1));
  put_list(record, std::vector<char>(text.begin(), text.end()));
  put(record, std::span(&count, 1));
  for (const auto& [place, component] : answer.done) {
    put(record, std::span(&place, 1));
    put(record, std::span(&component.iterations, 1));
    put(record, std::span(&component.found.overlapping, 1));
    put_list(record, component.found.clusters.begin);
    put_list(record, component.found.clusters.members);
  }
  return record;
}

Answer answer_of(std::span<const std::byte> bytes) {
  Reader reader(bytes);
  Answer answer;
  const auto failure = reader.number<int>();
  const auto text = reader.list<char>();
  if (failure != 0) {
    answer.failure.emplace(static_cast<Failure>(failure), std::string(text.begin(), text.end()));
  }
  for (auto left = reader.number<std::uint64_t>(); left > 0; --left) {
    auto& [place, component] = answer.done.emplace_back();
    place = reader.number<std::size_t>();
    component.iterations = reader.number<int>();
    component.found.overlapping = reader.number<Index>();
    component.found.clusters.begin = reader.list<Index>();
    component.found.clusters.members = reader.list<Node>();
  }
  return answer;
}

}  // namespace encke::network
