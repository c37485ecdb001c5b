#pragma once

#include <cstdint>
#include <encke/base/index.hpp>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace encke::io {

/// What a call such as ./1, of which one allele alone is known, is read as.
enum class HalfCall {
  error,      ///< the input is refused
  missing,    ///< no call
  haploid,    ///< the known allele alone, as a haploid call
  reference,  ///< the other allele is that of the reference
};

/// How calls become codes, and how often that needs a rule.
struct CallRules {
  HalfCall half_call = HalfCall::error;
  Index half_calls = 0;
  Index haploid_calls = 0;
};

/// Says what is wrong with the call of a sample (from 0), and does not return.
using RefuseCall = std::function<void(Index sample, const std::string& why)>;

/// A record's alleles: 0 the reference's, 1 … `alts` (at least 1) the others; and what to do with a
/// wrong call.
struct CallSite {
  Index alts = 1;
  const RefuseCall& refuse;
};

/// The calls of a VCF: `columns` are those of the samples, separated by tabs, of whose fields,
/// separated by colons, that with number `field` is GT. Writes `samples` codes of a .bed to `row`,
/// ceil(samples / 4) bytes; A1 is every allele that is not the reference's. Returns whether a call
/// is phased. Refuses another number of columns, calls of more than two alleles, alleles that the
/// record does not have, and half calls where the rules say so.
bool read_text_calls(std::string_view columns, Index field, Index samples, const CallSite& site,
                     CallRules& rules, std::uint8_t* row);

/// The calls of a BCF: for each sample `ploidy` numbers of `width` bytes (1, 2 or 4),
/// little-endian: (allele + 1) << 1 | phased, 0 and 1 missing, the lowest number + 1 nothing. The
/// same otherwise.
bool read_binary_calls(std::span<const std::uint8_t> numbers, Index width, Index ploidy,
                       Index samples, const CallSite& site, CallRules& rules, std::uint8_t* row);

/// A row of missing calls.
void set_missing(Index samples, std::uint8_t* row);

}  // namespace encke::io
