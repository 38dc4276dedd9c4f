#pragma once
#include <array>
#include <cstdint>
#include <string_view>

/// The numbers of the trace format (docs/file_formats.md, "Traces"). All integers and floats of a file are little endian.
namespace ngpcsim::workloads::trace {

/// As in PNG: the first byte is no ASCII, and a line end that a text-mode transfer changed no longer matches.
inline constexpr std::string_view kMagic{"\x89NGPT\r\n\x1a", 8};
inline constexpr std::string_view kEndMagic{"NGPTEND\n", 8};
inline constexpr std::uint32_t kVersion = 2;

inline constexpr std::uint64_t kFileHeaderBytes = 20;   ///< magic, version, kind, CRC-32 of these
inline constexpr std::uint64_t kChunkHeaderBytes = 24;  ///< tag, compression, items, stored bytes, raw bytes, CRC-32 of these and of the stored bytes
inline constexpr std::uint64_t kTrailerBytes = 20;      ///< offset of the index, CRC-32 of it, end magic

enum class Kind : std::uint32_t { kQueries = 1, kGemm = 2 };

enum class Compression : std::uint32_t { kNone = 0, kDeflate = 1, kZstd = 2 };

/// Chunk tags, four letters.
inline constexpr std::string_view kWorkload = "WORK";  ///< the resolved workload as XML
inline constexpr std::string_view kFrame = "FRAM";     ///< a frame begins
inline constexpr std::string_view kRays = "RAYS";      ///< consecutive rays of the frame
inline constexpr std::string_view kGemms = "GEMM";     ///< consecutive multiplications
inline constexpr std::string_view kIndex = "INDX";

/// What bounds the memory of a reader, whatever a file says.
inline constexpr std::uint32_t kMaxChunkBytes = 1u << 24;   ///< of a chunk, stored and raw
inline constexpr std::uint32_t kMaxChunkRays = 1u << 16;
inline constexpr std::uint32_t kMaxFrames = 1u << 18;
inline constexpr std::uint32_t kMaxNameBytes = 1u << 10;
inline constexpr std::uint64_t kMaxFrameRays = std::uint64_t{1} << 40;

/// State word of a ray: number of samples and two flags.
inline constexpr std::uint32_t kSampleMask = (1u << 30) - 1;
inline constexpr std::uint32_t kAlive = 1u << 30;      ///< the ray lives when its group begins
inline constexpr std::uint32_t kEndsFull = 1u << 31;   ///< it dies in the round of its last sample whatever the steps of that round

/// A sample begins with a 16-bit word. Below kWideMark the word is the whole sample: three residuals of five bits, each 16 more than it is, x lowest.
inline constexpr std::uint32_t kWideMark = 0x8000;     ///< and the residual of x as a byte; those of y and z follow
inline constexpr std::uint32_t kRecordMark = 0xC000;   ///< and the look-ups; the position follows as it is
inline constexpr std::uint32_t kManyProbes = 0x3FFF;   ///< in place of look-ups: there are as many or more, and they follow the position
inline constexpr std::uint32_t kShortBytes = 2;
inline constexpr std::uint32_t kWideBytes = 4;
inline constexpr std::uint32_t kRecordBytes = 14;
inline constexpr std::uint32_t kMostSampleBytes = 18;  ///< of a record of many look-ups
inline constexpr std::uint32_t kRaysHeaderBytes = 20;
inline constexpr std::uint32_t kHasDirections = 1;     ///< flag of a RAYS chunk

}  // namespace ngpcsim::workloads::trace
