#pragma once

#include <encke/comm/communicator.hpp>
#include <encke/io/source.hpp>
#include <encke/job/request/request.hpp>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace encke::job {

/// One form of input: all that jobs know of it. A new one is a name in Input, a row in
/// input_table.cpp, and a row for its option (see OptionRow).
struct InputRow {
  Input input;
  std::string_view option;                        ///< that names it, with its dashes
  std::span<const std::string_view> needs = {};   ///< options that must be given with it
  std::span<const std::string_view> allows = {};  ///< options that may be given with it
  bool named_alleles = false;  ///< its vectors are alleles, with names; those of a marker together
  /// What its code for missing elements may mean instead; of a text there is none.
  bool missing_code = true;
  bool makes_numbers = false;  ///< its reals are of all sizes, never whole numbers
  bool coded_bits = false;     ///< bits are codes of two bits
  /// Collective; throws, on all ranks, what the functions of encke::io throw.
  std::unique_ptr<io::Source> (*open)(const Request& request, const Communicator& world);
  /// The files that it is read from, but for those of other options.
  std::vector<std::string> (*files)(const Request& request);
};

/// All forms of input, in the order of the enumeration.
std::span<const InputRow> input_table();
const InputRow& input_row(Input input);

/// True if one of the options that may or must be given with this input is `option`.
bool goes_with(const InputRow& row, std::string_view option);

}  // namespace encke::job
