import { MAX_LITERAL } from './grams.ts';
import type { LoadedText } from './scan.ts';

/** Behind a text, so that a whole literal can be read wherever one begins. */
const ROOM = MAX_LITERAL + 8;

/** Fills one buffer again and again; the last text is gone when the next is loaded. */
export type TextLoader = (text: string) => LoadedText;

/** The buffer grows with the longest text, up to the bound that callers set on their texts. */
export function createTextLoader(): TextLoader {
  let buffer = Buffer.alloc(0);
  let view = new DataView(buffer.buffer);
  return (text) => {
    if (buffer.length < text.length + ROOM) {
      // 25 % more than is needed now, so that slowly growing texts don't allocate each time.
      const memory = new ArrayBuffer(Math.ceil(text.length * 1.25) + ROOM);
      buffer = Buffer.from(memory);
      view = new DataView(memory);
    }
    // In latin1 each UTF-16 unit is written as one byte, so positions in bytes are positions in the text.
    buffer.write(text, 0, 'latin1');
    // The last word may hold bytes of an earlier text behind this one's end: false candidates, which are compared.
    return { bytes: buffer, view, length: text.length };
  };
}
