#include <encke/base/error.hpp>
#include <encke/io/vcf/calls.hpp>
#include <encke/io/vcf/genome_range.hpp>

#include "support/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace encke;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  // The calls of one record, and ranges of a genome.
  const auto samples = static_cast<Index>(1 + fuzz::choose(input, 9));
  const auto width = Index{1} << fuzz::choose(input, 3);
  const bool text = fuzz::choose(input, 2) == 1;
  const io::RefuseCall refuse = [](Index, const std::string& why) {
    throw Error(Failure::malformed, why);
  };
  const io::CallSite site{.alts = static_cast<Index>(1 + fuzz::choose(input, 3)), .refuse = refuse};
  io::CallRules rules{.half_call = static_cast<io::HalfCall>(fuzz::choose(input, 4))};
  std::vector<std::uint8_t> row(static_cast<std::size_t>(divide_up(samples, 4)));
  fuzz::expect_documented([&] {
    if (text) {
      (void)io::read_text_calls(input, 0, samples, site, rules, row.data());
      return;
    }
    const auto ploidy = static_cast<Index>(input.size()) / (samples * width);
    const auto bytes = static_cast<std::size_t>(ploidy * samples * width);
    const std::vector<std::uint8_t> numbers(input.begin(),
                                            input.begin() + static_cast<std::ptrdiff_t>(bytes));
    (void)io::read_binary_calls(numbers, width, ploidy, samples, site, rules, row.data());
  });
  return fuzz::expect_documented([&] {
    (void)io::read_ranges(std::string(input), [](const std::string& name) { return name == "1"; });
  });
}
