#pragma once

#include <encke/comm/communicator.hpp>
#include <encke/io/source.hpp>
#include <encke/io/traits/trait_source.hpp>
#include <encke/job/request/request.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace encke::job {

/// Opens the input. Collective; throws, on all ranks, what the functions of encke::io throw.
std::unique_ptr<io::Source> open_input(const Request& request, const Communicator& world);

/// Where the trait of Score::linear or Refine::linear is: in its own file, in that of phenotypes,
/// or in column 6 of the samples' file.
io::TraitFile trait_of(const Request& request);

/// Whole numbers that were found in an input, and a sentence for the log; "" where none were looked
/// for, or there are none.
struct FoundNumbers {
  std::optional<Element> numbers{};
  std::string remark{};
};

/// Why Request::check is not for reals.
inline constexpr std::string_view no_check_of_reals =
    "--check does not work with reals, whose sums depend on their order. It checks whole numbers "
    "to the last bit.";

/// Where the request wants it: the narrowest whole numbers that hold the data exactly, if there are
/// such. What is chosen depends on the data alone, and is the same on all ranks. Collective;
/// throws, on all ranks, what open_input() and Source::read() throw, and Error(inconsistent) where
/// there are none and their tallies are to be checked.
FoundNumbers find_numbers(const Request& request, const Communicator& world);

/// Some of the input's first vectors, or ones like them, for a trial of the kernels: of a sixteenth
/// of `memory` bytes at most, or as many as the trial looks at. Throws what Source::read() throws.
PackedVectors sample_of(io::Source& source, std::int64_t memory = 0);

/// All files that the request says are read.
std::vector<std::string> input_paths(const Request& request);

/// True of pairs from files of so few bytes that other threads would start for nothing.
bool is_small(const Request& request);

}  // namespace encke::job
