/** Characters of a line at most: what is longer comes from no API of ours. */
const MAX_LINE = 2 ** 24;

/**
 * The lines of a body in UTF-8, without their ends (LF, CR LF or CR). What stands behind the last end is no line: it may
 * have been cut.
 *
 * @param clock runs while bytes are waited for, and not while nobody asks for lines
 * @throws RangeError if a line is longer than 16 MiB
 */
export async function* linesOf(
  body: ReadableStream<Uint8Array>,
  clock: { restart(): void; hold(): void },
): AsyncGenerator<string, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      clock.restart();
      const { done, value } = await reader.read();
      clock.hold();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      // A CR at the end may be half of a CR LF.
      const held = rest.endsWith('\r') ? '\r' : '';
      const lines = rest.slice(0, rest.length - held.length).split(/\r\n|\n|\r/);
      rest = `${lines.pop() ?? ''}${held}`;
      if (rest.length > MAX_LINE) throw new RangeError(`a line of more than ${MAX_LINE} characters`);
      yield* lines;
    }
  } finally {
    // Fails with what the stream itself failed with, which the reader above has thrown.
    await reader.cancel().catch(() => null);
  }
}
