// Part of the kernel (kernel.ts).

/**
 * Finds document ids in a list of gaps, and how many of the list come before each.
 *
 * @param list, count address and length of the list; a gap is one byte if that is below `longer`, else a varint
 * @param wanted, wantedEnd addresses of the ids to find: ascending words
 * @param into gets a word for each that is found: its index among the wanted ones
 * @param ranks gets how many of the list come before it
 * @returns the address after the last word in `into`
 */
export function findDocIds(
  list: usize,
  count: u32,
  longer: u32,
  wanted: usize,
  wantedEnd: usize,
  into: usize,
  ranks: usize,
): usize {
  let to = into;
  let rank = ranks;
  let from = list;
  let left = count;
  let last: i32 = -1;
  for (let at = wanted; at < wantedEnd; at += 4) {
    const next = load<i32>(at);
    while (left > 0 && last < next) {
      let singly = left;
      if (left >= 16) {
        const gaps = v128.load(from);
        const long: i32 = longer == 0x80 ? i8x16.bitmask(gaps) : 0;
        if (long == 0) {
          const reached = last + 16 + sumOf(gaps);
          if (reached <= next) {
            last = reached;
            from += 16;
            left -= 16;
            continue;
          }
          singly = 16;
        } else singly = <u32>ctz(long) + 1;
      }
      for (; singly > 0 && last < next; singly--) {
        let byte: u32 = load<u8>(from++);
        let gap = byte;
        if (byte >= longer) {
          gap &= 0x7f;
          for (let shift: u32 = 7; byte >= 0x80 && shift < 35; shift += 7) {
            byte = load<u8>(from++);
            gap |= (byte & 0x7f) << shift;
          }
        }
        last += gap + 1;
        left--;
      }
    }
    if (last < next) break;
    if (last > next) continue;
    store<u32>(to, <u32>((at - wanted) >>> 2));
    store<u32>(rank, count - left - 1);
    to += 4;
    rank += 4;
  }
  return to;
}

/** Sum of 16 bytes. */
function sumOf(bytes: v128): i32 {
  const sums = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bytes));
  const pairs = i32x4.add(sums, v128.shuffle<i32>(sums, sums, 2, 3, 0, 1));
  return i32x4.extract_lane(pairs, 0) + i32x4.extract_lane(pairs, 1);
}

/**
 * Finds document ids in a bitmap, and how many of its documents come before each.
 *
 * @param bitmap up to 8 bytes after its end may be read
 * @param wanted, wantedEnd addresses of the ids to find: ascending words
 * @param into gets a word for each that is found: its index among the wanted ones
 * @param ranks gets how many of the list come before it
 * @returns the address after the last word in `into`
 */
export function rankDocIds(bitmap: usize, wanted: usize, wantedEnd: usize, into: usize, ranks: usize): usize {
  let to = into;
  let rank = ranks;
  let from = bitmap;
  let before: u32 = 0;
  for (let at = wanted; at < wantedEnd; at += 4) {
    const next = load<u32>(at);
    const own = bitmap + ((next >>> 6) << 3);
    for (; from < own; from += 8) before += <u32>i64.popcnt(load<u64>(from));
    const bits = load<u64>(own);
    const bit = <u64>(next & 63);
    if (((bits >> bit) & 1) == 0) continue;
    store<u32>(to, <u32>((at - wanted) >>> 2));
    store<u32>(rank, before + <u32>i64.popcnt(bits & (((<u64>1) << bit) - 1)));
    to += 4;
    rank += 4;
  }
  return to;
}
