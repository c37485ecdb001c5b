#include <array>
#include <cstring>
#include <encke/network/format/formats.hpp>
#include <limits>

// A zip archive whose members are not compressed (PKWARE's APPNOTE 6.3.9), as numpy.savez writes.
namespace encke::network {
namespace {

constexpr std::uint64_t most32 = std::numeric_limits<std::uint32_t>::max();

std::uint32_t crc32(std::string_view bytes) {
  static const std::array<std::uint32_t, 256> table = [] {
    std::array<std::uint32_t, 256> made{};
    for (std::uint32_t n = 0; n < made.size(); ++n) {
      std::uint32_t c = n;
      for (int bit = 0; bit < 8; ++bit) c = (c & 1) != 0 ? 0xedb88320U ^ (c >> 1) : c >> 1;
      made.at(n) = c;
    }
    return made;
  }();
  std::uint32_t c = 0xffffffffU;
  for (const char byte : bytes) {
    c = table.at((c ^ static_cast<unsigned char>(byte)) & 0xffU) ^ (c >> 8);
  }
  return c ^ 0xffffffffU;
}

/// Appends a number, least byte first.
template <class Number>
void put_number(std::string& text, Number number) {
  const auto bits = static_cast<std::uint64_t>(number);
  for (std::size_t byte = 0; byte < sizeof(Number); ++byte) {
    text += static_cast<char>((bits >> (8 * byte)) & 0xff);
  }
}

/// One array in NumPy's format 1.0.
std::string npy(const std::string& type, const std::string& shape, std::string_view data) {
  std::string header =
      "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  header.append(64 - (10 + header.size() + 1) % 64, ' ');
  header += '\n';
  std::string text = "\x93NUMPY";
  text += '\x01';
  text += '\0';
  put_number(text, static_cast<std::uint16_t>(header.size()));
  text += header;
  text += data;
  return text;
}

template <class Number>
std::string_view bytes_of(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}

class Zip {
 public:
  explicit Zip(ResultFile& file) : file_(file) {}

  void add(const std::string& name, const std::string& data) {
    const std::uint32_t crc = crc32(data);
    const std::uint64_t begin = offset_;
    std::string head;
    put_number(head, std::uint32_t{0x04034b50});
    common(head, crc, data.size(), name, data.size() >= most32 ? 20 : 0);
    head += name;
    if (data.size() >= most32) sizes(head, data.size(), nullptr);
    write(head);
    write(data);
    const bool large = data.size() >= most32 || begin >= most32;
    put_number(directory_, std::uint32_t{0x02014b50});
    put_number(directory_, std::uint16_t{45});
    common(directory_, crc, data.size(), name, !large ? 0 : data.size() >= most32 ? 28 : 12);
    put_number(directory_, std::uint16_t{0});  // length of the comment
    put_number(directory_, std::uint16_t{0});  // number of the disk
    put_number(directory_, std::uint16_t{0});
    put_number(directory_, std::uint32_t{0});
    put_number(directory_, static_cast<std::uint32_t>(large ? most32 : begin));
    directory_ += name;
    if (large) sizes(directory_, data.size(), &begin);
    ++members_;
  }

  void finish() {
    const std::uint64_t begin = offset_;
    const std::uint64_t size = directory_.size();
    write(directory_);
    std::string end;
    if (begin >= most32) {
      const std::uint64_t at = offset_;
      put_number(end, std::uint32_t{0x06064b50});
      put_number(end, std::uint64_t{44});
      put_number(end, std::uint16_t{45});
      put_number(end, std::uint16_t{45});
      put_number(end, std::uint32_t{0});
      put_number(end, std::uint32_t{0});
      put_number(end, std::uint64_t{members_});
      put_number(end, std::uint64_t{members_});
      put_number(end, size);
      put_number(end, begin);
      put_number(end, std::uint32_t{0x07064b50});
      put_number(end, std::uint32_t{0});
      put_number(end, at);
      put_number(end, std::uint32_t{1});
    }
    put_number(end, std::uint32_t{0x06054b50});
    put_number(end, std::uint32_t{0});
    put_number(end, members_);
    put_number(end, members_);
    put_number(end, static_cast<std::uint32_t>(size));
    put_number(end, static_cast<std::uint32_t>(begin >= most32 ? most32 : begin));
    put_number(end, std::uint16_t{0});
    write(end);
  }

 private:
  /// What both headers of a member have: no time, so that the bytes are always the same.
  static void common(std::string& text, std::uint32_t crc, std::uint64_t size,
                     const std::string& name, std::uint16_t extra) {
    const auto shown = static_cast<std::uint32_t>(size >= most32 ? most32 : size);
    put_number(text, std::uint16_t{45});
    put_number(text, std::uint16_t{0});
    put_number(text, std::uint16_t{0});       // stored
    put_number(text, std::uint16_t{0});       // 00:00:00
    put_number(text, std::uint16_t{0x0021});  // 1980-01-01
    put_number(text, crc);
    put_number(text, shown);
    put_number(text, shown);
    put_number(text, static_cast<std::uint16_t>(name.size()));
    put_number(text, extra);
  }

  static void sizes(std::string& text, std::uint64_t size, const std::uint64_t* begin) {
    put_number(text, std::uint16_t{1});
    const bool large = size >= most32;
    put_number(text, static_cast<std::uint16_t>((large ? 16 : 0) + (begin != nullptr ? 8 : 0)));
    if (large) {
      put_number(text, size);
      put_number(text, size);
    }
    if (begin != nullptr) put_number(text, *begin);
  }

  void write(std::string_view bytes) {
    file_.write(bytes);
    offset_ += bytes.size();
  }

  ResultFile& file_;
  std::string directory_;
  std::uint64_t offset_ = 0;
  std::uint16_t members_ = 0;
};

/// SciPy takes 32-bit indices as long as they suffice.
template <class Number>
std::string index_array(const std::vector<Number>& numbers, bool wide) {
  const std::string shape = std::to_string(numbers.size()) + ",";
  if (wide) {
    const std::vector<std::int64_t> all(numbers.begin(), numbers.end());
    return npy("<i8", shape, bytes_of(all));
  }
  std::vector<std::int32_t> all;
  all.reserve(numbers.size());
  for (const Number number : numbers) all.push_back(static_cast<std::int32_t>(number));
  return npy("<i4", shape, bytes_of(all));
}

}  // namespace

void write_npz(const GraphView& view, ResultFiles files) {
  const Graph& graph = view.graph;
  const bool wide = graph.neighbour.size() > 0x7fffffffU;
  Zip zip(*files[0]);
  zip.add("indices.npy", index_array(graph.neighbour, wide));
  zip.add("indptr.npy", index_array(graph.begin, wide));
  zip.add("format.npy", npy("|S3", "", "csr"));
  const std::vector<std::int64_t> shape = {graph.nodes(), graph.nodes()};
  zip.add("shape.npy", npy("<i8", "2,", bytes_of(shape)));
  std::vector<double> values = graph.exact;
  if (values.empty()) values.assign(graph.weight.begin(), graph.weight.end());
  zip.add("data.npy", npy("<f8", std::to_string(values.size()) + ",", bytes_of(values)));
  zip.finish();
  write_labels(graph, *files[1]);
}

}  // namespace encke::network
