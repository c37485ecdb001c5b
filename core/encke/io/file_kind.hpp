#pragma once

#include <encke/file/input_file.hpp>

namespace encke::io {

/// What an option takes.
enum class FileKind { table, biom, tree, distances };

/// Looks at the first bytes of a file, apart from read_next(). Throws MalformedInput where these
/// are those of a known kind of file that is not `expected`, such as QIIME 2's archives, trees in
/// NEXUS, or a BIOM file in place of a table of text; the message says how to get what is expected.
void refuse_other_kind(const InputFile& file, FileKind expected);

}  // namespace encke::io
