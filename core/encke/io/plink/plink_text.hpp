#pragma once

#include <encke/io/dataset.hpp>
#include <encke/io/sites.hpp>
#include <string>
#include <vector>

namespace encke::io {

/// A sample's name in PLINK files.
struct SampleId {
  std::string family;          ///< FID
  std::string individual;      ///< IID
  std::string phenotype = {};  ///< as it is written
  Index line = 0;              ///< of the .fam, from 1
  bool founder = true;         ///< both parents are 0
  bool male = false;           ///< the sex is 1
  bool female = false;         ///< the sex is 2
};

/// What reading adds to a Dataset besides data.
struct ReadLog {
  std::vector<std::string> remarks;
  std::vector<FileRecord> files;
};

/// Samples of a .fam file, in order. Samples that occur more than once are remarked on.
/// Throws Error(open), Error(read); MalformedInput for a line with less than six columns, with its
/// number, for a line whose first column begins with '#', as headers do, and for a file without
/// samples. Lines that are empty or blank do not count.
std::vector<SampleId> read_fam(const std::string& path, ReadLog& log);

/// Variants of a .bim file, in order.
struct BimVariants {
  std::vector<std::string> ids;
  Sites sites;
};
/// Throws as read_fam(), and MalformedInput for a position that is not a whole number.
BimVariants read_bim(const std::string& path, ReadLog& log);

/// How many of `names` an earlier one equals; the first such is `first`.
struct Duplicates {
  Index count = 0;
  std::string first;
};
Duplicates find_duplicates(const std::vector<std::string>& names);

/// Remarks on samples whose FID and IID an earlier one has; `path` is the file that has them.
void remark_same_samples(const std::string& path, const std::vector<SampleId>& samples,
                         ReadLog& log);

/// Remarks on variants whose id an earlier variant has; returns how many there are.
Index remark_same_variants(const std::vector<std::string>& ids, ReadLog& log);

/// Leaves the variants that are kept, gives those an id of their own that have none (see
/// name_by_sites()), and remarks on it; returns how many ids are still double.
Index keep_variants(const std::vector<std::uint8_t>& kept, std::vector<std::string>& names,
                    Sites& sites, MadeIds& made, ReadLog& log);

}  // namespace encke::io
