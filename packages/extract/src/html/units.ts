/** Sources up to so many units share memory; that of longer ones is given back: 1 MiB. */
const KEPT = 512 * 1_024;

let kept = Buffer.alloc(0);

/**
 * The UTF-16 units of a text, and a zero behind them: reading them there takes a fraction of `charCodeAt`. Until the next
 * call: the next text is written over it.
 */
export function unitsOf(text: string): Uint16Array {
  const units = text.length + 1;
  let memory = kept;
  if (memory.length < units * 2) {
    const grown = units > KEPT ? units : Math.min(KEPT, Math.ceil(units * 1.25));
    memory = Buffer.from(new ArrayBuffer(grown * 2));
    if (units <= KEPT) kept = memory;
  }
  memory.write(text, 0, 'utf16le');
  const view = new Uint16Array(memory.buffer, 0, memory.length / 2);
  view[text.length] = 0;
  return view;
}
