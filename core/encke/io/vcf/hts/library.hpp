#pragma once

#if defined(ENCKE_HAS_HTSLIB)
#include <htslib/bgzf.h>
#include <htslib/hfile.h>
#include <htslib/hts.h>
#include <htslib/hts_log.h>
#include <htslib/kstring.h>
#include <htslib/tbx.h>
#include <htslib/vcf.h>
#endif

// The functions of HTSlib that are used here, by their own names: where this is included,
// encke::io::bcf_read is found before ::bcf_read. Where the library is shared it is loaded by the
// first of them that is called: it brings some fifteen others, and most runs need none of it.
// Inline functions of its headers that call others must not be used.

#if defined(ENCKE_LOADS_HTSLIB)
#include <encke/file/loaded_library.hpp>

namespace encke::io {

/// A function of the library. Throws Error(inconsistent) where this cannot be loaded, or has no
/// such name.
void* htslib_symbol(const char* name);

template <class Function>
using HtsFunction = LoadedFunction<Function, htslib_symbol>;

// Some of them have attributes (that their result must be used), which types cannot have.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wignored-attributes"
inline const HtsFunction<decltype(::bcf_destroy)> bcf_destroy("bcf_destroy");
inline const HtsFunction<decltype(::bcf_get_fmt_id)> bcf_get_fmt_id("bcf_get_fmt_id");
inline const HtsFunction<decltype(::bcf_hdr_destroy)> bcf_hdr_destroy("bcf_hdr_destroy");
inline const HtsFunction<decltype(::bcf_hdr_id2int)> bcf_hdr_id2int("bcf_hdr_id2int");
inline const HtsFunction<decltype(::bcf_hdr_init)> bcf_hdr_init("bcf_hdr_init");
inline const HtsFunction<decltype(::bcf_hdr_parse)> bcf_hdr_parse("bcf_hdr_parse");
inline const HtsFunction<decltype(::bcf_index_load3)> bcf_index_load3("bcf_index_load3");
inline const HtsFunction<decltype(::bcf_init)> bcf_init("bcf_init");
inline const HtsFunction<decltype(::bcf_read)> bcf_read("bcf_read");
inline const HtsFunction<decltype(::bcf_unpack)> bcf_unpack("bcf_unpack");
inline const HtsFunction<decltype(::bgzf_check_EOF)> bgzf_check_EOF("bgzf_check_EOF");
inline const HtsFunction<decltype(::bgzf_read)> bgzf_read("bgzf_read");
inline const HtsFunction<decltype(::bgzf_seek)> bgzf_seek("bgzf_seek");
inline const HtsFunction<decltype(::hclose_abruptly)> hclose_abruptly("hclose_abruptly");
inline const HtsFunction<decltype(::hdopen)> hdopen("hdopen");
inline const HtsFunction<decltype(::hts_close)> hts_close("hts_close");
inline const HtsFunction<decltype(::hts_get_log_level)> hts_get_log_level("hts_get_log_level");
inline const HtsFunction<decltype(::hts_getline)> hts_getline("hts_getline");
inline const HtsFunction<decltype(::hts_hopen)> hts_hopen("hts_hopen");
inline const HtsFunction<decltype(::hts_idx_destroy)> hts_idx_destroy("hts_idx_destroy");
inline const HtsFunction<decltype(::hts_itr_destroy)> hts_itr_destroy("hts_itr_destroy");
inline const HtsFunction<decltype(::hts_itr_query)> hts_itr_query("hts_itr_query");
inline const HtsFunction<decltype(::hts_set_log_level)> hts_set_log_level("hts_set_log_level");
inline const HtsFunction<decltype(::tbx_destroy)> tbx_destroy("tbx_destroy");
inline const HtsFunction<decltype(::tbx_index_load3)> tbx_index_load3("tbx_index_load3");
inline const HtsFunction<decltype(::tbx_name2id)> tbx_name2id("tbx_name2id");
#pragma GCC diagnostic pop

}  // namespace encke::io

#endif
