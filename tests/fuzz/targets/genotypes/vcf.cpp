#include <encke/io/vcf/vcf.hpp>

#include "support/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace encke;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  // A VCF or BCF, compressed or not.
  const io::HalfCall calls[] = {io::HalfCall::error, io::HalfCall::missing, io::HalfCall::haploid,
                                io::HalfCall::reference};
  io::VcfRules rules;
  rules.half_call = calls[fuzz::choose(input, std::size(calls))];
  io::GenotypeWishes wishes;
  wishes.multiallelics = io::Multiallelics::ref;
  wishes.temporary = fuzz::path_of("v");
  const auto path = fuzz::file("v.vcf", input);
  return fuzz::expect_documented([&] { fuzz::read(io::open_vcf(path, rules, wishes)); });
}
