#include <gtest/gtest.h>

#include <encke/backend/backend.hpp>
#include <memory>

#include "support/values.hpp"

// Which backend "auto" takes where a device is there and cannot be used, or is not there at all.

namespace {

using encke::BackendEntry;
using encke::BackendOptions;
using encke::Error;
using encke::Failure;
using encke::make_backend;
using encke::TileBackend;
using encke::test::error_of;

class Named final : public TileBackend {
 public:
  explicit Named(std::string_view name) : name_(name) {}
  std::string_view name() const override { return name_; }
  bool supports(encke::ContractionId id) const override {
    return id != encke::ContractionId::powered_sums || name_ != "device";
  }
  int workers() const override { return 1; }
  std::int64_t memory(int, encke::Index, encke::Index, std::int64_t) const override { return 0; }
  void contract(const encke::Array<encke::Operand, 2>&, const encke::Screen*,
                encke::TallyVisitor&) override {}
  void contract(const encke::Array<encke::Operand, 3>&, const encke::Screen*,
                encke::TallyVisitor&) override {}

 private:
  std::string_view name_;
};

std::unique_ptr<TileBackend> make_plain(const BackendOptions&) {
  return std::make_unique<Named>("plain");
}
std::unique_ptr<TileBackend> make_host(const BackendOptions&) {
  return std::make_unique<Named>("host");
}
std::unique_ptr<TileBackend> make_device(const BackendOptions&) {
  return std::make_unique<Named>("device");
}
std::unique_ptr<TileBackend> make_absent(const BackendOptions&) {
  throw encke::NoDevice("no device here");
}
std::unique_ptr<TileBackend> make_broken(const BackendOptions&) {
  throw Error(Failure::gpu, "the driver is too old");
}
std::unique_ptr<TileBackend> make_full(const BackendOptions&) {
  throw Error(Failure::memory, "none left");
}

class WithDevice {
 public:
  explicit WithDevice(encke::BackendFactory device)
      : entries_{{"plain", make_plain}, {"host", make_host}, {"device", device}} {}

  std::string taken(std::string_view name, const BackendOptions& options = {}) {
    warning.clear();
    return std::string(make_backend(name, options, &warning, entries_)->name());
  }

  std::string warning;

 private:
  BackendEntry entries_[3];
};

TEST(Registry, takes_a_device_that_works_where_it_has_the_contraction) {
  WithDevice backends(make_device);
  EXPECT_EQ(backends.taken("auto"), "device");
  EXPECT_EQ(backends.taken("auto", {.contraction = encke::ContractionId::powered_sums}), "host");
  EXPECT_EQ(backends.taken("device"), "device");
  EXPECT_EQ(backends.taken("plain"), "plain");
  EXPECT_EQ(backends.warning, "");
}

TEST(Registry, says_nothing_where_there_is_no_device) {
  WithDevice backends(make_absent);
  EXPECT_EQ(backends.taken("auto"), "host");
  EXPECT_EQ(backends.warning, "");
  EXPECT_EQ(error_of([&] { backends.taken("device"); }).exit_code(), 16);
}

TEST(Registry, warns_where_a_device_cannot_be_used) {
  WithDevice backends(make_broken);
  EXPECT_EQ(backends.taken("auto"), "host");
  EXPECT_EQ(backends.warning, "the driver is too old");
  const Error error = error_of([&] { backends.taken("device"); });
  EXPECT_EQ(error.exit_code(), 16);
  EXPECT_STREQ(error.what(), "the driver is too old");
}

TEST(Registry, refuses_more_devices_than_a_backend_has) {
  WithDevice backends(make_device);
  EXPECT_EQ(backends.taken("auto", {.devices = 0}), "device");
  for (const char* name : {"auto", "device", "plain"}) {
    const Error error = error_of([&] { backends.taken(name, {.devices = 2}); });
    EXPECT_EQ(error.exit_code(), 16);
    EXPECT_NE(std::string(error.what()).find("--devices 2"), std::string::npos) << error.what();
  }
  WithDevice broken(make_broken);
  const Error error = error_of([&] { broken.taken("auto", {.devices = 2}); });
  EXPECT_STREQ(error.what(), "the driver is too old");
}

TEST(Registry, hides_no_other_error) {
  WithDevice backends(make_full);
  EXPECT_EQ(error_of([&] { backends.taken("auto"); }).failure(), Failure::memory);
}

}  // namespace
