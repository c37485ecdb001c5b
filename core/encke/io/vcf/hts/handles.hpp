#pragma once

#if defined(ENCKE_HAS_HTSLIB)
#include <htslib/bgzf.h>
#include <htslib/hts.h>
#include <htslib/hts_log.h>
#include <htslib/kstring.h>
#include <htslib/tbx.h>
#include <htslib/vcf.h>

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

template <auto close>
struct Closes {
  template <class T>
  void operator()(T* what) const {
    close(what);
  }
};
using File = std::unique_ptr<htsFile, Closes<hts_close>>;
using Header = std::unique_ptr<bcf_hdr_t, Closes<bcf_hdr_destroy>>;
using Record = std::unique_ptr<bcf1_t, Closes<bcf_destroy>>;
using TextIndex = std::unique_ptr<tbx_t, Closes<tbx_destroy>>;
using BinaryIndex = std::unique_ptr<hts_idx_t, Closes<hts_idx_destroy>>;
using Chunks = std::unique_ptr<hts_itr_t, Closes<hts_itr_destroy>>;

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
