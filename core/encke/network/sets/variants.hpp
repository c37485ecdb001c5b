#pragma once

#include <encke/base/index.hpp>
#include <encke/base/text/text_hash.hpp>
#include <encke/file/file_record.hpp>
#include <encke/io/sites.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace encke::network {

/// Chromosomes and positions of variants, by the ids that edges have. A variant whose id is "." or
/// that of another one has an id made of its site there, CHROM:POS:REF:ALT (io::name_by_sites());
/// so it has here.
class Variants {
 public:
  struct Site {
    std::string chromosome;
    Index position = 0;    ///< base pairs
    bool is_made = false;  ///< the id is made of the site: the file has another
  };

  /// Reads a .bim. Throws as io::read_bim().
  static Variants read_bim(const std::string& path);
  /// Variants that an input has read from `file`: as many ids as sites.
  static Variants of(const std::vector<std::string>& ids, const io::Sites& sites,
                     io::FileRecord file);

  /// Throws Error(inconsistent) where no variant has the id, or several have, with their first
  /// lines in the file.
  const Site& site(std::string_view id) const;
  /// The same; null where site() throws.
  const Site* find(std::string_view id) const;
  const io::FileRecord& file() const { return file_; }

 private:
  struct Entry {
    Site site;
    Index times = 0;
  };
  [[noreturn]] void refuse(std::string_view id) const;

  io::FileRecord file_;
  TextMap<Entry> entries_;
  /// Ids that several variants of the file have: an id that one of them has now.
  TextMap<std::string> former_;
};

}  // namespace encke::network
