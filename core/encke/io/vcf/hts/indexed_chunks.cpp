#include <encke/io/vcf/hts/indexed_chunks.hpp>

#if defined(ENCKE_HAS_HTSLIB)
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/file/input_file.hpp>

namespace encke::io::hts {
namespace {

/// The index that lies beside the file; .csi knows more positions.
std::string index_of(const std::string& path, bool is_bcf) {
  for (const char* const ending : {".csi", ".tbi"}) {
    if (exists(path + ending) && (!is_bcf || std::strcmp(ending, ".csi") == 0)) {
      return path + ending;
    }
  }
  throw Error(Failure::open, fmt::format("{}: --region needs its index, {}.csi{}, which is not "
                                         "there; bcftools index makes it",
                                         path, path, is_bcf ? "" : " or .tbi"));
}

}  // namespace

IndexedChunks::IndexedChunks(const std::string& path, const htsFile& file, const bcf_hdr_t* header,
                             const std::string& ranges)
    : path_(path), file_(file), header_(header) {
  if (file.format.compression != bgzf) {
    throw Error(Failure::inconsistent,
                fmt::format("{}: --region needs a file that was compressed by bgzip, which has an "
                            "index; bgzip and bcftools index make both",
                            path));
  }
  load_index();
  const auto is_name = [&](const std::string& name) { return number_of(name) >= 0; };
  ranges_ = read_ranges(ranges, is_name);
  for (const GenomeRange& range : ranges_) {
    if (is_name(range.chromosome)) continue;
    const bool long_name = range.chromosome.starts_with("chr");
    const std::string other = long_name ? range.chromosome.substr(3) : "chr" + range.chromosome;
    throw Error(Failure::inconsistent,
                fmt::format("{}: --region: no chromosome {} in the {}{}", path,
                            in_quotes(range.chromosome), header == nullptr ? "index" : "header",
                            is_name(other) ? "; there is " + in_quotes(other) : ""));
  }
}

void IndexedChunks::load_index() {
  const std::string index = index_of(path_, header_ != nullptr);
  const InputFile regular(index);
  const std::string data = without_scheme(path_);
  const std::string beside = without_scheme(index);
  if (header_ != nullptr) {
    binary_index_.reset(bcf_index_load3(data.c_str(), beside.c_str(), 0));
  } else {
    text_index_.reset(tbx_index_load3(data.c_str(), beside.c_str(), 0));
  }
  if (!binary_index_ && !text_index_) {
    throw MalformedInput({.file = index}, "the index is damaged or of another format");
  }
}

int IndexedChunks::number_of(const std::string& chromosome) const {
  return header_ != nullptr ? bcf_hdr_id2int(header_, BCF_DT_CTG, chromosome.c_str())
                            : tbx_name2id(text_index_.get(), chromosome.c_str());
}

bool IndexedChunks::advance() {
  while (!chunks_ || chunk_ >= chunks_->n_off ||
         static_cast<std::uint64_t>(bgzf_tell(file_.fp.bgzf)) >= chunks_->off[chunk_].v) {
    if (!next_chunk()) return false;
  }
  return true;
}

/// Goes to the next chunk of the current range, or of the next range that has some.
bool IndexedChunks::next_chunk() {
  if (chunks_ && chunk_ < chunks_->n_off) ++chunk_;
  while (!chunks_ || chunk_ >= chunks_->n_off) {
    if (next_ == ranges_.size()) return false;
    const GenomeRange& range = ranges_[next_++];
    const hts_idx_t* const index = header_ != nullptr ? binary_index_.get() : text_index_->idx;
    // positions of the index are counted from 0
    const Index first = std::max<Index>(range.first - 1, 0);
    const Index last = std::clamp<Index>(range.last, 1, HTS_POS_MAX);
    chunks_.reset(hts_itr_query(index, number_of(range.chromosome), first, last, nullptr));
    if (!chunks_) throw OutOfMemory("the index of " + path_, 1 << 20, 0);
    chunk_ = 0;
  }
  if (bgzf_seek(file_.fp.bgzf, static_cast<std::int64_t>(chunks_->off[chunk_].u), SEEK_SET) < 0) {
    throw MalformedInput({.file = path_}, "the index points outside the file");
  }
  return true;
}

}  // namespace encke::io::hts

#endif
