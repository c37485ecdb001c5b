#pragma once

// What nearly every test includes. It is compiled ahead of the tests; each still includes what it
// uses.
#include <gtest/gtest.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>
