#if defined(__x86_64__) && defined(__linux__)

#include "amx_interpreter.hpp"

#include <ucontext.h>

#include <cstdint>
#include <cstring>

namespace encke::test {
namespace {

/// LDTILECFG's operand.
struct Config {
  std::uint8_t palette, start_row, reserved[14];
  std::uint16_t row_bytes[16];
  std::uint8_t rows[16];
};

Config config;
bool configured = false;
std::int8_t tiles[8][16][64];
long instructions = 0;

/// An instruction with a prefix VEX of three bytes.
struct Instruction {
  unsigned prefix, opcode, reg, rm, vvvv;  ///< prefix: 0 none, 2 F3, 3 F2
  bool of_memory;
  std::uint8_t* address;  ///< without the index, where there is one
  std::int64_t stride;    ///< the index, scaled
  int length;
};

std::int64_t register_of(const ucontext_t& context, unsigned number) {
  constexpr int places[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                            REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
  return context.uc_mcontext.gregs[places[number]];
}

/// False: no such instruction.
bool decode(const ucontext_t& context, Instruction& found) {
  const auto* code = reinterpret_cast<const std::uint8_t*>(context.uc_mcontext.gregs[REG_RIP]);
  constexpr unsigned vex = 0xc4, map_0f38 = 2;
  if (code[0] != vex || (code[1] & 0x1fU) != map_0f38 || (code[2] & 0x84U) != 0) return false;
  const unsigned r = code[1] & 0x80U ? 0 : 8, x = code[1] & 0x40U ? 0 : 8;
  const unsigned b = code[1] & 0x20U ? 0 : 8;
  found = {};
  found.prefix = code[2] & 3U;
  found.vvvv = (~code[2] >> 3U) & 15U;
  found.opcode = code[3];
  const unsigned mode = code[4] >> 6U;
  found.reg = ((code[4] >> 3U) & 7U) + r;
  found.rm = code[4] & 7U;
  found.of_memory = mode != 3;
  found.length = 5;
  if (!found.of_memory) {
    found.rm += b;
    return true;
  }
  std::int64_t base = 0;
  int displacement = mode == 1 ? 1 : mode == 2 ? 4 : 0;
  constexpr unsigned sib_follows = 4, no_base = 5, no_index = 4;
  bool relative = false;
  if (found.rm == sib_follows) {
    const unsigned sib = code[5];
    found.length = 6;
    const unsigned index = ((sib >> 3U) & 7U) + x;
    if (index != no_index) found.stride = register_of(context, index) << (sib >> 6U);
    if ((sib & 7U) == no_base && mode == 0) {
      displacement = 4;
    } else {
      base = register_of(context, (sib & 7U) + b);
    }
  } else if (found.rm == no_base && mode == 0) {
    displacement = 4;
    relative = true;
  } else {
    base = register_of(context, found.rm + b);
  }
  if (displacement == 1) base += static_cast<std::int8_t>(code[found.length]);
  if (displacement == 4) {
    std::int32_t wide;
    std::memcpy(&wide, code + found.length, sizeof wide);
    base += wide;
  }
  found.length += displacement;
  if (relative) base += context.uc_mcontext.gregs[REG_RIP] + found.length;
  found.address = reinterpret_cast<std::uint8_t*>(base);
  return true;
}

void load(const Instruction& i) {
  std::memset(tiles[i.reg], 0, sizeof tiles[i.reg]);
  for (int row = 0; row < config.rows[i.reg]; ++row) {
    std::memcpy(tiles[i.reg][row], i.address + row * i.stride, config.row_bytes[i.reg]);
  }
}

void store(const Instruction& i) {
  for (int row = 0; row < config.rows[i.reg]; ++row) {
    std::memcpy(i.address + row * i.stride, tiles[i.reg][row], config.row_bytes[i.reg]);
  }
}

/// TDPBSSD: sums of reg += rm times vvvv.
bool multiply(const Instruction& i) {
  const unsigned c = i.reg, a = i.rm, b = i.vvvv;
  if (c == a || c == b || a == b || b > 7) return false;
  if (config.rows[c] != config.rows[a] || config.row_bytes[c] != config.row_bytes[b] ||
      config.row_bytes[a] != 4 * config.rows[b]) {
    return false;
  }
  for (int row = 0; row < config.rows[c]; ++row) {
    for (int k = 0; k < config.row_bytes[a] / 4; ++k) {
      for (int col = 0; col < config.row_bytes[c] / 4; ++col) {
        std::int32_t sum;
        std::memcpy(&sum, tiles[c][row] + 4 * col, sizeof sum);
        for (int j = 0; j < 4; ++j) sum += tiles[a][row][4 * k + j] * tiles[b][k][4 * col + j];
        std::memcpy(tiles[c][row] + 4 * col, &sum, sizeof sum);
      }
    }
  }
  return true;
}

bool configure(const Instruction& i) {
  std::memcpy(&config, i.address, sizeof config);
  std::memset(tiles, 0, sizeof tiles);
  configured = config.palette == 1 && config.start_row == 0;
  for (const auto reserved : config.reserved) configured = configured && reserved == 0;
  for (int t = 0; t < 16; ++t) {
    const bool is_tile = t < 8;
    configured = configured && config.rows[t] <= (is_tile ? 16 : 0) &&
                 config.row_bytes[t] <= (is_tile ? 64 : 0);
  }
  return configured;
}

/// False: not an instruction of AMX, or one that would fail.
bool carry_out(const Instruction& i) {
  constexpr unsigned of_configuration = 0x49, of_memory = 0x4b, product = 0x5e;
  constexpr unsigned none = 0, f3 = 2, f2 = 3;
  if (i.opcode == of_configuration && i.prefix == none && i.of_memory) return configure(i);
  if (!configured || i.reg > 7) return false;
  if (i.opcode == of_configuration && i.prefix == none) {
    configured = false;
    return i.reg == 0 && i.rm == 0;
  }
  if (i.opcode == of_configuration && i.prefix == f2 && !i.of_memory) {
    std::memset(tiles[i.reg], 0, sizeof tiles[i.reg]);
    return true;
  }
  if (i.opcode == of_memory && i.of_memory && (i.prefix == f2 || i.prefix == f3)) {
    i.prefix == f2 ? load(i) : store(i);
    return true;
  }
  return i.opcode == product && i.prefix == f2 && !i.of_memory && i.rm <= 7 && multiply(i);
}

void on_illegal_instruction(int, siginfo_t*, void* given) {
  auto& context = *static_cast<ucontext_t*>(given);
  Instruction found;
  if (!decode(context, found) || !carry_out(found)) {
    signal(SIGILL, SIG_DFL);  // and again, without this handler
    return;
  }
  ++instructions;
  context.uc_mcontext.gregs[REG_RIP] += found.length;
}

}  // namespace

AmxInterpreter::AmxInterpreter() {
  instructions = 0;
  configured = false;
  struct sigaction action = {};
  action.sa_sigaction = &on_illegal_instruction;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGILL, &action, &before_);
}

AmxInterpreter::~AmxInterpreter() { sigaction(SIGILL, &before_, nullptr); }

long AmxInterpreter::carried_out() { return instructions; }
bool AmxInterpreter::is_released() { return !configured; }

}  // namespace encke::test

#endif
