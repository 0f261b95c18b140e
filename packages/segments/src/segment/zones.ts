// Zones of a document: ranges of its text, by number of the zone. In memory and in logs they are the zones one after
// another; segment/zone-columns.ts has how segments store them.
import { VarintReader, VarintWriter } from '../codec/varint.ts';
import { u8 } from '../elements.ts';

/** Above all numbers of zones. */
export const MAX_ZONES = 16;

/**
 * Ranges of a document by number of the zone: start and end of each in turns, in bytes of its text, ascending and
 * without overlap. Ranges may be empty, and those of different zones may overlap.
 */
export type Zones = readonly Uint32Array[];

/** Encoded zones of a document that has none. */
export const NO_ZONES = new Uint8Array();

/** Fault of the zones of a text of so many bytes, as the rest of a sentence; null: they have none. */
export function faultOf(zones: Zones, bytes: number): string | null {
  if (zones.length > MAX_ZONES) return `must have a number below ${MAX_ZONES}`;
  for (const [zone, ranges] of zones.entries()) {
    if (ranges.length % 2 !== 0) return `must have as many starts as ends, as zone ${zone} has not`;
    let last = 0;
    for (const offset of ranges) {
      if (offset < last) return `must ascend, as zone ${zone} does not at byte ${offset}`;
      last = offset;
    }
    if (last > bytes) return `must end with the text, but zone ${zone} ends at byte ${last} of ${bytes}`;
  }
  return null;
}

/**
 * Encodes zones: for each the bytes of its ranges as a varint, then these (`RangeCursor`); zones without ranges at the
 * end are left out.
 *
 * @param text that they are ranges of
 */
export function encodeZones(zones: Zones, text: Uint8Array): Uint8Array {
  const last = zones.findLastIndex(({ length }) => length > 0);
  if (last === -1) return NO_ZONES;
  const [all, own] = [new VarintWriter(), new VarintWriter()];
  for (const ranges of zones.slice(0, last + 1)) {
    own.length = 0;
    pushRanges(own, ranges, text);
    all.push(own.length);
    all.append(own.bytes());
  }
  return all.bytes();
}

function pushRanges(into: VarintWriter, ranges: Uint32Array, text: Uint8Array): void {
  let last = 0;
  for (const offset of ranges) {
    into.push(offset - last);
    last = offset;
  }
  if (text.length % 2 === 1 && hasLastByte(ranges, text.length)) into.push(u8(text, text.length - 1));
}

/** Tells whether a range that is not empty ends where a text of so many bytes ends. */
function hasLastByte(ranges: Uint32Array, bytes: number): boolean {
  for (let at = ranges.length - 2; at >= 0 && ranges[at + 1] === bytes; at -= 2)
    if (ranges[at] !== bytes) return true;
  return false;
}

/**
 * Reads the ranges of a zone: varints, for each range the distance of its start to the end of the one before (the
 * first: its start), and its length. If the text has an odd number of bytes, and the last of them is in a range, this
 * byte follows: no list of positions has it, as a trigram that began there would be mostly separator.
 */
export class RangeCursor {
  /** The range at hand. */
  start = 0;
  end = 0;
  /** Last byte of the text, once all ranges were read; −1: it is not in the zone, or in lists of positions. */
  lastByte = -1;
  readonly #bytes: Uint8Array;
  #at: number;
  #to: number;

  /** @param to index after the ranges */
  constructor(bytes: Uint8Array, from: number, to: number) {
    this.#bytes = bytes;
    this.#at = from;
    this.#to = to;
  }

  /** Starts over with other ranges in the same bytes. */
  open(from: number, to: number): void {
    this.#at = from;
    this.#to = to;
    this.start = 0;
    this.end = 0;
    this.lastByte = -1;
  }

  /**
   * Goes on to the next range that ends at an offset or after it. A page has a thousand ranges, most of which are only
   * passed: varints are read here without a call for each.
   *
   * @returns false if there is none
   */
  next(least = 0): boolean {
    const bytes = this.#bytes;
    const to = this.#to;
    let at = this.#at;
    let { start, end } = this;
    let isStart = true;
    while (at < to) {
      let byte = u8(bytes, at++);
      let distance = byte & 0x7f;
      for (let scale = 0x80; byte >= 0x80; scale *= 0x80) {
        byte = u8(bytes, at++);
        distance += (byte & 0x7f) * scale;
      }
      if (isStart) start = end + distance;
      else {
        end = start + distance;
        if (end >= least) {
          this.#at = at;
          this.start = start;
          this.end = end;
          return true;
        }
      }
      isStart = !isStart;
    }
    if (!isStart) this.lastByte = start - end;
    this.#at = at;
    this.end = end;
    return false;
  }
}

/** Goes through encoded zones in the order of their numbers. */
export class ZoneCursor {
  readonly bytes: Uint8Array;
  /** Indexes at which the ranges of the zone at hand begin and end. */
  from = 0;
  to = 0;
  readonly #reader: VarintReader;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#reader = new VarintReader(bytes, 0);
  }

  /** Goes on to the next zone. @returns false if neither it nor one after it has ranges */
  next(): boolean {
    this.#reader.at = this.to;
    if (this.to >= this.bytes.length) {
      this.from = this.to;
      return false;
    }
    const length = this.#reader.next();
    this.from = this.#reader.at;
    this.to = this.from + length;
    return true;
  }
}

/** Ranges of a zone among encoded zones; null: it has none. */
export function rangesOf(encoded: Uint8Array, zone: number): RangeCursor | null {
  const zones = new ZoneCursor(encoded);
  for (let number = 0; zones.next(); number++) {
    if (number === zone) return zones.to > zones.from ? new RangeCursor(encoded, zones.from, zones.to) : null;
  }
  return null;
}
