// Sort keys: bytes that compare as the rows do, by one field and then by the domain.
//
// A key is a prefix and the domain in UTF-8. The prefix of the field `domain` is empty; of another one it is 2 if the
// value is unknown, else 1 and the value: a number as a big-endian f64 whose sign bit is flipped (all bits, if it is
// negative), a text in UTF-8 with 0 written as 0 FF, and a final 0. No domain begins with FF, so prefix + FF comes
// after all keys of that prefix.
import type { OrderRule } from '@sitegrep/search';
import { comparisonOf, ORDER_FIELDS, type OrderField, type SortValue } from '@sitegrep/site';
import type { DomainRow } from '../rows.ts';

/** The least keys with a known value, and with an unknown one. */
export const KNOWN = Buffer.of(1);
export const UNKNOWN = Buffer.of(2);

/** Number of the list of a field. */
export function listOf(field: OrderField): number {
  return ORDER_FIELDS.indexOf(field);
}

export function keyOf(row: DomainRow, field: OrderField): Buffer {
  return keyFor(field, row[field], row.domain);
}

/** The key of a domain in the list of a field of which it has this value. */
export function keyFor(field: OrderField, value: SortValue, domain: string): Buffer {
  const name = Buffer.from(domain);
  return field === 'domain' ? name : Buffer.concat([prefixOf(value), name]);
}

/** Common prefix of the keys with this value, of a field other than `domain`. */
export function prefixOf(value: SortValue): Buffer {
  if (value === null) return UNKNOWN;
  if (typeof value === 'number') {
    const key = Buffer.alloc(9, 1);
    key.writeDoubleBE(value + 0, 1);
    const negative = key.readUInt8(1) >= 0x80;
    for (let at = 1; at < 9; at++)
      key.writeUInt8(key.readUInt8(at) ^ (negative ? 0xff : at === 1 ? 0x80 : 0), at);
    return key;
  }
  const text = Buffer.from(value);
  const escaped = text.includes(0) ? [...text].flatMap((byte) => (byte === 0 ? [0, 0xff] : [byte])) : text;
  return Buffer.from([1, ...escaped, 0]);
}

const BITS = Buffer.alloc(8);

/** The number ≥ 0 that a key of a list of numbers begins with. @param start start of the key in `keys` */
export function numberIn(keys: Buffer, start: number): number {
  keys.copy(BITS, 0, start + 1, start + 9);
  BITS.writeUInt8(BITS.readUInt8(0) ^ 0x80, 0);
  return BITS.readDoubleBE(0);
}

/** The prefix of a key of a field. */
export function prefixIn(key: Buffer, field: OrderField): Buffer {
  if (field === 'domain') return key.subarray(0, 0);
  if (key[0] === UNKNOWN[0]) return UNKNOWN;
  if (comparisonOf(field) !== 'text') return key.subarray(0, 9);
  let end = 1;
  while (key[end] !== 0 || key[end + 1] === 0xff) end += key[end] === 0 ? 2 : 1;
  return key.subarray(0, end + 1);
}

/** The least key after all that begin with a prefix. */
export function keyAfterPrefix(prefix: Buffer): Buffer {
  return withByte(prefix, 0xff);
}

/** The least key after this one. */
export function keyAfter(key: Buffer): Buffer {
  return withByte(key, 0);
}

function withByte(key: Buffer, last: number): Buffer {
  const longer = Buffer.allocUnsafe(key.length + 1);
  longer.set(key);
  longer[key.length] = last;
  return longer;
}

/** The rules that decide: none after the one for `domain`, which is unique. */
export function decidingRules(order: readonly OrderRule[]): readonly OrderRule[] {
  return order.slice(0, order.findIndex(({ field }) => field === 'domain') + 1);
}
