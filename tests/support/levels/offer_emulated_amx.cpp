// Linked with the programs whose tests run every level: they run this one, too.

namespace encke::test {

#if defined(__x86_64__)
void offer_emulated_amx();

namespace {

[[maybe_unused]] const bool offered = [] {
  offer_emulated_amx();
  return true;
}();

}  // namespace
#endif

}  // namespace encke::test
