#pragma once

#if defined(ENCKE_HAS_HTSLIB)
#include <encke/io/vcf/hts/library.hpp>
#include <memory>
#include <string>

// HTSlib's objects, which release themselves. Not installed: its headers are not ours to ask of
// users.
namespace encke::io::hts {

/// HTSlib says nothing on its own while this lives.
class Quiet {
 public:
  Quiet() : before_(hts_get_log_level()) { hts_set_log_level(HTS_LOG_OFF); }
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;
  ~Quiet() { hts_set_log_level(before_); }

 private:
  htsLogLevel before_;
};

struct Release {
  void operator()(htsFile* what) const { hts_close(what); }
  void operator()(bcf_hdr_t* what) const { bcf_hdr_destroy(what); }
  void operator()(bcf1_t* what) const { bcf_destroy(what); }
  void operator()(tbx_t* what) const { tbx_destroy(what); }
  void operator()(hts_idx_t* what) const { hts_idx_destroy(what); }
  void operator()(hts_itr_t* what) const { hts_itr_destroy(what); }
};
using File = std::unique_ptr<htsFile, Release>;
using Header = std::unique_ptr<bcf_hdr_t, Release>;
using Record = std::unique_ptr<bcf1_t, Release>;
using TextIndex = std::unique_ptr<tbx_t, Release>;
using BinaryIndex = std::unique_ptr<hts_idx_t, Release>;
using Chunks = std::unique_ptr<hts_itr_t, Release>;

struct Line : kstring_t {
  Line() : kstring_t{} {}
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;
  ~Line() { ks_free(this); }
};

/// With a slash in front of the name nothing is taken for the scheme of a URL.
inline std::string without_scheme(const std::string& path) {
  return path.starts_with('/') ? path : "./" + path;
}

}  // namespace encke::io::hts

#endif
