#include <fmt/format.h>

#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text.hpp>
#include <encke/io/plink/multiallelics.hpp>

namespace encke::io {

void check_multiallelics(Multiallelics multiallelics, const std::string& path,
                         const std::vector<Index>& several, const std::vector<std::string>& names,
                         const Kept& rows, ReadLog& log) {
  constexpr Index most_named = 5;
  Index count = 0;
  std::string named;
  for (const Index v : several) {
    const auto variant = static_cast<std::size_t>(v);
    if (rows[variant] == 0) continue;
    if (count++ < most_named) named += (count > 1 ? ", " : "") + shortened(names[variant]);
  }
  if (count == 0) return;
  if (count > most_named) named += ", ...";
  if (multiallelics == Multiallelics::error) {
    throw Error(Failure::inconsistent,
                fmt::format("{}: {} with more than two alleles ({}); `bcftools norm -m-` splits "
                            "them, --multiallelics ref takes REF against all others, and --exclude "
                            "leaves them out",
                            path, counted(count, "variant"), named));
  }
  log.remarks.push_back(fmt::format(
      "variants with more than two alleles: {} ({}); all but REF count as one", count, named));
}

}  // namespace encke::io
