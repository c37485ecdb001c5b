#pragma once

#include <cstdint>
#include <encke/base/index.hpp>
#include <encke/comm/communicator.hpp>
#include <encke/io/dataset.hpp>
#include <encke/io/sites.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <memory>
#include <string>
#include <vector>

namespace encke::io {

/// A rank's share of an input: vectors and fields, both counted after selection.
struct ReadRange {
  Range vectors;
  Range fields;

  friend bool operator==(const ReadRange&, const ReadRange&) = default;
};

/// What it costs to have an input open and to read parts of it, for who plans memory.
struct SourceCosts {
  std::int64_t held = 0;  ///< bytes of names, sites and tables, while it is open
  std::int64_t reading = std::int64_t{8} << 20;  ///< bytes of read(), beside what it returns
  /// Whether reading a part takes much longer than reading its packed vectors from a disk: of text,
  /// and of what is made of a table or turned.
  bool slow_again = false;
};

/// An input that has been opened: its extents and names are known and its vectors can be read in
/// parts, by positioned reads of what belongs to the part. Not for several threads at once.
class Source {
 public:
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  Element element() const { return about_.element; }
  Index vectors() const { return about_.vectors; }  ///< after selection
  Index fields() const { return about_.fields; }    ///< after selection
  Index vectors_in_file() const { return about_.vectors_in_file; }
  Index fields_in_file() const { return about_.fields_in_file; }
  /// Names of the vectors after selection.
  const std::vector<std::string>& names() const;
  /// Names of the fields after selection; samples have FID and IID with a blank between. Empty
  /// where the input does not say.
  const std::vector<std::string>& field_names() const { return about_.field_names; }
  /// Sites of the vectors after selection; empty where the input does not say where they lie.
  const Sites& sites() const { return about_.sites; }
  /// Which names were made of sites.
  const MadeIds& made_ids() const { return about_.made_ids; }
  /// One value for each field after selection: 1 for each sample that is known to be male. Empty
  /// where the input does not say, or has classes.
  const std::vector<std::uint8_t>& males() const { return about_.males; }
  /// Vectors whose name an earlier vector has.
  Index duplicate_names() const { return about_.duplicate_names; }
  /// Sentences for the log, with counts.
  const std::vector<std::string>& remarks() const { return about_.remarks; }
  /// As far as the input is selected, and its names are known.
  virtual SourceCosts costs() const;
  ReadRange whole() const { return {{0, vectors()}, {0, fields()}}; }

  /// Reads and packs a part, which may be empty: vector v, field f of the result are vector
  /// part.vectors.begin + v, field part.fields.begin + f.
  /// Throws Error(internal) for a part that is not within whole(); Error(read); MalformedInput,
  /// with the place in the file, for elements of the part that its format does not allow;
  /// OutOfMemory.
  PackedVectors read(const ReadRange& part);
  /// Collective over `world`, all of whose ranks have opened the input: path, size and digest of
  /// each file, in the order of reading. Each rank hashes a share of the large files; one rank
  /// alone what read() has not taken in yet. Throws Error(read), on all ranks.
  virtual std::vector<FileRecord> files(const Communicator& world = {}) = 0;

  /// The whole input as one process reads it; what is not known of a part is counted.
  friend Dataset read_all(std::unique_ptr<Source> source);

 protected:
  struct About {
    Element element = Element::genotype;
    Index vectors = 0;
    Index fields = 0;
    Index vectors_in_file = 0;
    Index fields_in_file = 0;
    std::vector<std::string> names = {};  ///< none: the vectors are named "0", "1", …
    Sites sites = {};
    MadeIds made_ids = {};
    std::vector<std::string> field_names = {};
    std::vector<std::uint8_t> males = {};
    Index duplicate_names = 0;
    std::vector<std::string> remarks = {};
  };
  explicit Source(About about) : about_(std::move(about)) {}
  /// An input without a selection whose vectors are named "0", "1", …
  static About numbered(Element element, Index vectors, Index fields);

 private:
  /// read() for a part that is within whole() and not empty; of case_control it may be empty,
  /// because only the source knows the sizes of the classes.
  virtual PackedVectors read_range(const ReadRange& part) = 0;

  mutable About about_;  // numbers become names when they are asked for
};

Dataset read_all(std::unique_ptr<Source> source);

}  // namespace encke::io
