#include "support/sealed.hpp"

#include <cstring>
#include <encke/base/byte_hash.hpp>
#include <encke/store/block/block_format.hpp>

#include "support/fuzz.hpp"

namespace encke::fuzz {
namespace {

template <class T>
void append(std::string& bytes, const T& value) {
  const auto at = bytes.size();
  bytes.resize(at + sizeof value);
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

std::string_view take(std::string_view& input, std::size_t bytes) {
  const auto taken = input.substr(0, bytes);
  input.remove_prefix(taken.size());
  return taken;
}

}  // namespace

std::string sealed_blocks(std::string_view input, std::uint64_t identity) {
  store::FileHeader header;
  header.way = 2 + static_cast<std::uint32_t>(choose(input, 2));
  header.identity = identity;
  header.checksum = checksum_of(header);
  std::string bytes;
  append(bytes, header);
  store::StoredFooter footer;
  const auto add = [&](store::RecordHead head, std::string_view payload) {
    head.bytes = static_cast<Index>(payload.size());
    head.payload_checksum = store::checksum_of(std::as_bytes(std::span(payload)));
    head.checksum = store::checksum_of(head, static_cast<Index>(bytes.size()), identity);
    store::add_to_sum(footer.sum, head);
    append(bytes, head);
    bytes += payload;
  };
  while (input.size() >= 3) {
    store::RecordHead head;
    head.kind = static_cast<store::RecordKind>(choose(input, 256));
    head.tile = static_cast<Index>(choose(input, 256));
    const auto payload = take(input, choose(input, 256));
    add(head, payload);
    if (head.kind == store::RecordKind::tile) ++footer.tiles;
    if (const Index bytes = store::bytes_of_hit(head.kind); bytes > 0) {
      footer.hits += std::ssize(payload) / bytes;
    }
  }
  std::string last;
  append(last, footer);
  add({.kind = store::RecordKind::footer}, last);
  return bytes;
}

std::string sealed_manifest(std::string_view input) {
  ByteHash hash;
  std::string all;
  const auto add = [&](std::string_view text) {
    hash.add(std::as_bytes(std::span(text)));
    all += text;
  };
  while (!input.empty()) {
    const auto line = take(input, input.find('\n'));
    if (!input.empty()) input.remove_prefix(1);
    add(line);
    add("\t" + hash.text() + "\n");
  }
  return all;
}

}  // namespace encke::fuzz
