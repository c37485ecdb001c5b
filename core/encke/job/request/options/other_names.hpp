#pragma once

#include <span>
#include <string>
#include <string_view>

namespace encke::job {

/// What another program calls something, and what it is here.
struct OtherName {
  std::string_view name;         ///< as it is given there, with its dashes
  std::string_view option = {};  ///< of ours; empty: what it is here is no option, or nothing
  std::string_view say = {};     ///< what to give here instead
  std::string_view more = {};    ///< what else there is to know
};

/// Options of PLINK 1.9 and 2, QIIME 2 and others. Rows that name neither an option nor a text are
/// names that look like one of ours, and mean something else.
std::span<const OtherName> other_names();

/// What to say to who gives an option that is not known: "; here it is X" for another program's
/// name, with what else there is to know of it, "; did you mean X?" for one that is nearly an
/// option of `known`, which has those of the command, or "" where neither is sure.
std::string hint_for(std::string_view unknown, std::span<const std::string_view> known);

/// The command that another program's option stands for, as "encke r2" for --r2; "" for others.
std::string_view command_called(std::string_view option);

}  // namespace encke::job
