#pragma once

#include <encke/comm/communicator.hpp>

namespace encke::test {

/// All ranks that run this test program. Every test runs on all of them, in the same order.
const Communicator& world();

}  // namespace encke::test
