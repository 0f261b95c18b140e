/**
 * The values of a page that change on every visit, as bytes to be stored with the page: ten for each slot, where such a value
 * stands, and twelve for each value that changed between the last two visits and may be one. Made by `compareVisits` alone.
 */
export type Noise = Uint8Array;

/** Noise of a page that was seen once. */
export const NO_NOISE: Noise = new Uint8Array(0);

/** Maximum slots of a page: those that visits saw last are kept. */
export const MAX_SLOTS = 255;
/** Maximum values that may turn out to be noise: the first of a page are kept. */
export const MAX_CANDIDATES = 128;

/** The position of a value that changes on every visit. It is told by the tokens before it, in which noise counts as one token. */
export interface Slot {
  /** True if `context` covers the longer run of tokens: the shorter one stands elsewhere on the page, too. */
  readonly isLong: boolean;
  /** Forms of the values that it masks, by bits of `FORM`. */
  readonly forms: number;
  /** Hash of the tokens before the value, as `shortContextAt` or `longContextAt` gives it. */
  readonly context: number;
  /** Hash of the token after it. */
  readonly end: number;
  /** Consecutive visits that found the value changed, 255 at most. */
  readonly differed: number;
  /** Consecutive comparisons that found it unchanged, three at most. */
  readonly stood: number;
}

/** A value that changed between the last two visits. */
export interface Candidate {
  /** Hash of the longer run of tokens before it, on the later visit. */
  readonly context: number;
  readonly end: number;
  /** Hash of its value on the earlier visit. */
  readonly value: number;
}

/** Content of a `Noise`. */
export interface NoiseTable {
  readonly slots: readonly Slot[];
  readonly candidates: readonly Candidate[];
}

const SLOT_BYTES = 10;
const CANDIDATE_BYTES = 12;
/** The flag of a long context, above the forms, which are above the count of `stood`. */
const LONG = 0x80;
const FORMS_SHIFT = 2;
const STOOD = 0b11;
const FORMS = 0b1111;

export function encodeNoise({ slots, candidates }: NoiseTable): Noise {
  const length = slots.length * SLOT_BYTES + candidates.length * CANDIDATE_BYTES;
  if (length === 0) return NO_NOISE;
  const view = new DataView(new ArrayBuffer(1 + length));
  view.setUint8(0, slots.length);
  let at = 1;
  for (const slot of slots) {
    view.setInt32(at, slot.context);
    view.setInt32(at + 4, slot.end);
    view.setUint8(at + 8, slot.differed);
    view.setUint8(at + 9, slot.stood | (slot.forms << FORMS_SHIFT) | (slot.isLong ? LONG : 0));
    at += SLOT_BYTES;
  }
  for (const candidate of candidates) {
    view.setInt32(at, candidate.context);
    view.setInt32(at + 4, candidate.end);
    view.setInt32(at + 8, candidate.value);
    at += CANDIDATE_BYTES;
  }
  return new Uint8Array(view.buffer);
}

/** @throws RangeError if the bytes are not those of a noise */
export function decodeNoise(noise: Noise): NoiseTable {
  if (noise.length === 0) return { slots: [], candidates: [] };
  const view = new DataView(noise.buffer, noise.byteOffset, noise.length);
  const candidatesAt = 1 + view.getUint8(0) * SLOT_BYTES;
  if (candidatesAt > noise.length || (noise.length - candidatesAt) % CANDIDATE_BYTES !== 0) {
    throw new RangeError(
      `the noise of a page cannot have ${noise.length} bytes with ${view.getUint8(0)} slots: it is damaged; take NO_NOISE in its stead`,
    );
  }
  const slots: Slot[] = [];
  for (let at = 1; at < candidatesAt; at += SLOT_BYTES) {
    const flags = view.getUint8(at + 9);
    slots.push({
      isLong: (flags & LONG) !== 0,
      forms: (flags >> FORMS_SHIFT) & FORMS,
      context: view.getInt32(at),
      end: view.getInt32(at + 4),
      differed: view.getUint8(at + 8),
      stood: flags & STOOD,
    });
  }
  const candidates: Candidate[] = [];
  for (let at = candidatesAt; at < noise.length; at += CANDIDATE_BYTES) {
    candidates.push({
      context: view.getInt32(at),
      end: view.getInt32(at + 4),
      value: view.getInt32(at + 8),
    });
  }
  return { slots, candidates };
}
