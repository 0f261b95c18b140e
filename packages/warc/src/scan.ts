import type { Tally } from './counts.ts';
import { isRecordStart, recordStartIn } from './record.ts';
import type { Tape } from './tape.ts';

const SCAN_BYTES = 64 * 1024;

/** A line feed and what a record starts with: the longest thing that must not be cut in two by a look. */
const OVERLAP_BYTES = '\nWARC/1'.length;

/**
 * Brings the tape to the next record: over the empty lines that end records, and over whatever else is in the way.
 *
 * @param afterBroken what is in the way is the rest of a record that was counted as broken, so it is not counted again
 * @param maxBytes how far to look
 * @returns false if there is none
 */
export async function findRecord(
  tape: Tape,
  tally: Tally,
  { afterBroken, maxBytes }: { readonly afterBroken: boolean; readonly maxBytes: number },
): Promise<boolean> {
  let counted = afterBroken;
  for (let seen = 0; seen <= maxBytes;) {
    let bytes = await tape.peek(OVERLAP_BYTES);
    if (bytes.length === 0) {
      const { stop } = tape;
      if (stop === null || stop.kind === 'end') return false;
      if (stop.kind === 'gap') {
        // A member that was cut holds a record, even if none of its bytes came out.
        if (stop.cut) tally.countSkip(stop.offset, 'cut_off', stop.problem);
        else tally.countJunk(stop.offset, stop.problem);
      }
      tape.pass();
      continue;
    }
    if (isRecordStart(bytes)) return true;
    const lineEnds = counted ? 0 : leadingLineEnds(bytes);
    if (lineEnds > 0) {
      await tape.skip(lineEnds);
      continue;
    }
    bytes = await tape.peek(SCAN_BYTES);
    if (!counted) tally.countJunk(tape.offset, 'bytes between records that belong to none');
    counted = true;
    const next = recordStartIn(bytes, 0);
    const rest = bytes.length < SCAN_BYTES ? bytes.length : bytes.length - OVERLAP_BYTES;
    seen += await tape.skip(next === -1 ? rest : next);
  }
  return false;
}

function leadingLineEnds(bytes: Buffer): number {
  let count = 0;
  while (bytes[count] === 0x0a || bytes[count] === 0x0d) count++;
  return count;
}
