#include "support/inputs/vcf_file.hpp"

#if defined(ENCKE_HAS_HTSLIB)

#include <htslib/bgzf.h>
#include <htslib/tbx.h>
#include <htslib/vcf.h>

#include <memory>
#include <stdexcept>

#include "support/files.hpp"

namespace encke::test {
namespace {

void require(bool good, const std::string& path) {
  if (!good) throw std::runtime_error("HTSlib does not make " + path);
}

}  // namespace

std::string bgzip(const std::string& path) {
  const std::string bytes = io::bytes_of(path);
  std::string name = path + ".gz";
  BGZF* const out = bgzf_open(name.c_str(), "w");
  require(out != nullptr, name);
  const bool written =
      bgzf_write(out, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
  require(bgzf_close(out) == 0 && written, name);
  return name;
}

std::string make_bcf(const std::string& path, bool compressed) {
  std::string name = path + (compressed ? ".bcf" : ".u.bcf");
  htsFile* const in = hts_open(path.c_str(), "r");
  require(in != nullptr, name);
  htsFile* const out = hts_open(name.c_str(), compressed ? "wb" : "wbu");
  require(out != nullptr, name);
  const std::unique_ptr<bcf_hdr_t, decltype(&bcf_hdr_destroy)> header(bcf_hdr_read(in),
                                                                      bcf_hdr_destroy);
  require(header && bcf_hdr_write(out, header.get()) == 0, name);
  const std::unique_ptr<bcf1_t, decltype(&bcf_destroy)> record(bcf_init(), bcf_destroy);
  while (bcf_read(in, header.get(), record.get()) == 0) {
    require(bcf_write(out, header.get(), record.get()) == 0, name);
  }
  require(hts_close(in) == 0 && hts_close(out) == 0, name);
  return name;
}

void make_index(const std::string& path, bool tbi) {
  if (path.ends_with(".bcf")) {
    require(bcf_index_build(path.c_str(), 14) == 0, path + ".csi");
  } else {
    require(tbx_index_build(path.c_str(), tbi ? 0 : 14, &tbx_conf_vcf) == 0, path + ".csi");
  }
}

}  // namespace encke::test

#endif
