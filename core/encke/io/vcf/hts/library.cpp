#if defined(ENCKE_LOADS_HTSLIB)

#include <encke/io/vcf/hts/library.hpp>

namespace encke::io {

void* htslib_symbol(const char* name) {
  static const LoadedLibrary library("HTSlib", ENCKE_HTSLIB_FILE, "hts_version");
  return library.symbol(name);
}

}  // namespace encke::io

#endif
