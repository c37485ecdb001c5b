#pragma once

#include "number_route.hpp"

namespace encke::cuda {

/// Throws Error(gpu) unless the device's sums of floats are exact. Multiplies vectors of ones and
/// of mixed signs that are twice as long as any product of NumberRoute, and adds them to what
/// float32 just holds. Integers pass untested. Reads and writes the device's memory: 20 MiB with
/// the usual number of vectors.
void test_of_ones(Device& device, Numbers numbers, const FloatSums& floats);

}  // namespace encke::cuda
