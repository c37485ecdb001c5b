#pragma once

#include <encke/file/file_record.hpp>
#include <encke/io/source.hpp>
#include <encke/job/request/request.hpp>
#include <encke/schedule/domain/domain.hpp>
#include <string>
#include <vector>

namespace encke::job {

/// Which tuples of an input's vectors a job compares.
struct Compared {
  Domain domain;
  std::vector<std::string> remarks = {};   ///< for the log, with counts; none where it is all
  std::vector<io::FileRecord> files = {};  ///< lists that were read
  std::vector<io::Locus> loci = {};        ///< that are asked for and have variants
};

/// The tuples that the request asks for. A pair is in a window if both are on one chromosome, at
/// most window_kb * 1000 base pairs and fewer than window_variants vectors apart, counted among
/// those that are left after selection (as PLINK's --ld-window-kb and --ld-window); a triple if the
/// first and the last are. Of sets: see Domain::of_sets(); of triples the second set counts twice.
/// Of loci: pairs of variants that one of them has both. The domain is everything() where all
/// tuples are in.
///
/// Throws MalformedInput with the line where variants are not in order; Error(inconsistent) where
/// the input has no chromosomes and they are needed, where a list names no vector of the input, and
/// where the format of the values has a place for every tuple; Error(open), Error(read).
Compared compared_in(const Request& request, const io::Source& source);

/// Throws Error(inconsistent) where the file of values has a place for every tuple, and not all are
/// compared, unless it has a matrix for each locus.
void check_format(const Request& request, const Domain& domain);

/// "1,234 of 5,678 pairs": how many tuples of all are in a domain.
std::string count_text(const Domain& domain, int way, Index vectors);

}  // namespace encke::job
