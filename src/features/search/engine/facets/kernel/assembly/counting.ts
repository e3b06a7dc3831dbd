/**
 * Counts how many locations of a set have each option, with one set per filtered field (all other filters
 * applied) and one for all filters. Sets are bitmaps; those of the options are stored block by block, so that a
 * block of all options is read in one pass while the block of the sets stays in the processor's cache.
 *
 * All pointers are bytes from the start of the memory and multiples of 16; a block is a multiple of 128 bytes.
 */

const FIELDS: u32 = 7;
/** Row of the counts for the set of all filters; row `f` is for the set that ignores the filter of field `f`. */
const ALL: u32 = FIELDS;
/** See `count`. */
let bytesPerLocation: u64 = 0;

export function count(
  blocks: u32,
  blockBytes: u32,
  optionCount: u32,
  /** Bitmaps of the options: block by block, in each option by option. */
  options: usize,
  /** Bitmap of the locations that match apart from filters. */
  base: usize,
  /** Destination of the bitmap of the locations that match all filters. */
  result: usize,
  /** First option of each field, and one past the last (u32). */
  fieldStarts: usize,
  /** By field, where its chosen options begin in `chosen`, and one past the last (u32). */
  chosenStarts: usize,
  chosen: usize,
  /** One bit per field that is filtered, and per field whose options are to be counted. */
  filtered: u32,
  counted: u32,
  /** By location, where its options begin in `lists` (u32), and the lists (u16). */
  listStarts: usize,
  lists: usize,
  /** Rows of u32 by option: one per field, then ALL. Cleared by the caller. */
  counts: usize,
  /** Room for 2 * FIELDS + 1 blocks. */
  scratch: usize,
  /** Bytes of bitmap that are read in the time in which the options of one location are followed from its list. */
  listCost: u32,
): u32 {
  bytesPerLocation = listCost;
  let total: u32 = 0;
  const suffix = scratch + 2 * FIELDS * blockBytes;
  for (let block: u32 = 0; block < blocks; block++) {
    const blockOptions = options + <usize>block * optionCount * blockBytes;
    const all = result + <usize>block * blockBytes;
    memory.copy(all, base + <usize>block * blockBytes, blockBytes);

    for (let f: u32 = 0; f < FIELDS; f++) {
      if (!((filtered >> f) & 1)) continue;
      const own = scratch + f * blockBytes;
      unite(own, blockOptions, chosen, load<u32>(chosenStarts + 4 * f), load<u32>(chosenStarts + 4 * f + 4), blockBytes);
      memory.copy(scratch + (FIELDS + f) * blockBytes, all, blockBytes);
      intersect(all, own, blockBytes);
    }
    memory.fill(suffix, 0xff, blockBytes);
    for (let f: u32 = FIELDS; f-- > 0; ) {
      if (!((filtered >> f) & 1)) continue;
      intersect(scratch + (FIELDS + f) * blockBytes, suffix, blockBytes);
      intersect(suffix, scratch + f * blockBytes, blockBytes);
    }

    const first = block * blockBytes * 8;
    total += countUnder(all, counted & ~filtered, ALL, first, blockBytes, optionCount, blockOptions, fieldStarts, listStarts, lists, counts);
    for (let f: u32 = 0; f < FIELDS; f++) {
      if (!((filtered & counted) >> f & 1)) continue;
      const others = scratch + (FIELDS + f) * blockBytes;
      countUnder(others, 1 << f, f, first, blockBytes, optionCount, blockOptions, fieldStarts, listStarts, lists, counts);
    }
  }
  return total;
}

/** Counts the options of some fields in a block of a set, by bitmap or by list, whichever takes less; returns the set's size. */
function countUnder(
  set: usize, fields: u32, row: u32, first: u32, blockBytes: u32, optionCount: u32,
  blockOptions: usize, fieldStarts: usize, listStarts: usize, lists: usize, counts: usize,
): u32 {
  const size = sizeOf(set, blockBytes);
  if (size == 0 || fields == 0) return size;
  const rowCounts = counts + <usize>row * optionCount * 4;
  let options: u32 = 0;
  for (let f: u32 = 0; f < FIELDS; f++) {
    if ((fields >> f) & 1) options += load<u32>(fieldStarts + 4 * f + 4) - load<u32>(fieldStarts + 4 * f);
  }
  if (<u64>size * bytesPerLocation < <u64>options * blockBytes) {
    followLists(set, blockBytes, first, listStarts, lists, rowCounts);
    return size;
  }
  for (let f: u32 = 0; f < FIELDS; f++) {
    if (!((fields >> f) & 1)) continue;
    const end = load<u32>(fieldStarts + 4 * f + 4);
    for (let option = load<u32>(fieldStarts + 4 * f); option < end; option++) {
      const at = rowCounts + option * 4;
      store<u32>(at, load<u32>(at) + sizeOfBoth(set, blockOptions + <usize>option * blockBytes, blockBytes));
    }
  }
  return size;
}

function followLists(set: usize, blockBytes: u32, first: u32, listStarts: usize, lists: usize, counts: usize): void {
  for (let offset: u32 = 0; offset < blockBytes; offset += 8) {
    for (let word = load<u64>(set + offset); word != 0; word &= word - 1) {
      const location = first + offset * 8 + <u32>ctz(word);
      const end = lists + 2 * load<u32>(listStarts + 4 * location, 4);
      for (let at = lists + 2 * load<u32>(listStarts + 4 * location); at < end; at += 2) {
        const count = counts + 4 * <usize>load<u16>(at);
        store<u32>(count, load<u32>(count) + 1);
      }
    }
  }
}

/** The union of some options' blocks. */
function unite(into: usize, blockOptions: usize, chosen: usize, from: u32, to: u32, blockBytes: u32): void {
  if (from == to) memory.fill(into, 0, blockBytes);
  else memory.copy(into, blockOptions + <usize>load<u32>(chosen + 4 * from) * blockBytes, blockBytes);
  for (let c = from + 1; c < to; c++) {
    const option = blockOptions + <usize>load<u32>(chosen + 4 * c) * blockBytes;
    for (let at: u32 = 0; at < blockBytes; at += 16) v128.store(into + at, v128.or(v128.load(into + at), v128.load(option + at)));
  }
}

function intersect(into: usize, other: usize, bytes: u32): void {
  for (let at: u32 = 0; at < bytes; at += 16) v128.store(into + at, v128.and(v128.load(into + at), v128.load(other + at)));
}

function sizeOf(set: usize, bytes: u32): u32 {
  let n: u64 = 0;
  for (let at: u32 = 0; at < bytes; at += 8) n += popcnt(load<u64>(set + at));
  return <u32>n;
}

/**
 * The size of the intersection of two sets, at most 64 KB each. Carries add up how often each of 128 places has a bit in
 * eight vectors, so that bits are counted once for the eight (Harley and Seal).
 */
function sizeOfBoth(a: usize, b: usize, bytes: u32): u32 {
  const none = i64x2.splat(0);
  let ones = none;
  let twos = none;
  let fours = none;
  let eights = none;
  for (const end = a + bytes; a < end; a += 128, b += 128) {
    const first = both(a, b, 0);
    const second = both(a, b, 16);
    const third = both(a, b, 32);
    const fourth = both(a, b, 48);
    const fifth = both(a, b, 64);
    const sixth = both(a, b, 80);
    const seventh = both(a, b, 96);
    const eighth = both(a, b, 112);
    const twosA = carry(ones, first, second);
    ones = sum(ones, first, second);
    const twosB = carry(ones, third, fourth);
    ones = sum(ones, third, fourth);
    const foursA = carry(twos, twosA, twosB);
    twos = sum(twos, twosA, twosB);
    const twosC = carry(ones, fifth, sixth);
    ones = sum(ones, fifth, sixth);
    const twosD = carry(ones, seventh, eighth);
    ones = sum(ones, seventh, eighth);
    const foursB = carry(twos, twosC, twosD);
    twos = sum(twos, twosC, twosD);
    eights = i16x8.add(eights, bits(carry(fours, foursA, foursB)));
    fours = sum(fours, foursA, foursB);
  }
  const rest = i16x8.add(i16x8.add(bits(ones), i16x8.shl(bits(twos), 1)), i16x8.shl(bits(fours), 2));
  const wide = i32x4.add(i32x4.shl(i32x4.extadd_pairwise_i16x8_u(eights), 3), i32x4.extadd_pairwise_i16x8_u(rest));
  return i32x4.extract_lane(wide, 0) + i32x4.extract_lane(wide, 1) + i32x4.extract_lane(wide, 2) + i32x4.extract_lane(wide, 3);
}

@inline
function both(a: usize, b: usize, offset: usize): v128 {
  return v128.and(v128.load(a + offset), v128.load(b + offset));
}

/** The lower bit of the sum of three. */
@inline
function sum(a: v128, b: v128, c: v128): v128 {
  return v128.xor(v128.xor(a, b), c);
}

/** The upper bit of the sum of three. */
@inline
function carry(a: v128, b: v128, c: v128): v128 {
  return v128.or(v128.and(a, b), v128.and(v128.xor(a, b), c));
}

/** How many bits there are in each 16-bit lane. */
@inline
function bits(vector: v128): v128 {
  return i16x8.extadd_pairwise_i8x16_u(i8x16.popcnt(vector));
}
