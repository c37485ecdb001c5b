#pragma once

namespace encke::io {

/// What the vectors are of a table of samples and features.
enum class Compare { samples, features };

}  // namespace encke::io
