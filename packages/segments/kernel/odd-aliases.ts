// Part of the kernel (kernel.ts).

const FIRST_LEAD: u32 = 0xce;
const LAST_LEAD: u32 = 0xdf;

/** The odd-offset alias of a trigram, or 0 if it has none; the same function as in src/segment/format.ts. */
export function oddAlias(trigram: u32): u32 {
  // Most text is ASCII.
  if ((trigram & 0x80_8000) == 0) return 0;
  const first = trigram >>> 16;
  const second = (trigram >>> 8) & 0xff;
  const third = trigram & 0xff;
  if (second - FIRST_LEAD <= LAST_LEAD - FIRST_LEAD && third >>> 6 == 2) return trigram & 0xff_ff3f;
  if (first - FIRST_LEAD <= LAST_LEAD - FIRST_LEAD && second >>> 6 == 2 && third >>> 5 == 1)
    return trigram | 0x80;
  return 0;
}
