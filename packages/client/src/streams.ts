// Streams of an answer: its bytes, the lines in them, and the server-sent events in those.

/** Maximum characters of a line of a list; the API sends no longer ones. */
const MAX_LINE = 2 ** 24;

/** A time limit, which is restarted when a read begins and held while no bytes are awaited. */
interface Clock {
  restart(): void;
  hold(): void;
}

/** Reads the bytes of a body as they come. */
export async function* piecesOf(
  body: ReadableStream<Uint8Array>,
  clock: Clock,
): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader();
  try {
    for (;;) {
      clock.restart();
      const { done, value } = await reader.read();
      clock.hold();
      if (done) return;
      yield value;
    }
  } finally {
    // Cancelling fails with the error of the stream, which was thrown above.
    await reader.cancel().catch(() => null);
  }
}

/**
 * Reads the lines of a body in UTF-8, without their ends (LF, CR LF or CR). Text after the last line end is dropped, because
 * it may be truncated.
 *
 * @param max characters of the longest line
 * @throws RangeError if a line is longer
 */
export async function* linesOf(
  body: ReadableStream<Uint8Array>,
  clock: Clock,
  max = MAX_LINE,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  /** The line that has not ended yet, in parts, so that a long one is looked through once. */
  let begun: string[] = [];
  let length = 0;
  let held = '';
  for await (const piece of piecesOf(body, clock)) {
    const text = held + decoder.decode(piece, { stream: true });
    // A CR at the end may be half of a CR LF.
    held = text.endsWith('\r') ? '\r' : '';
    const [first = '', ...others] = text.slice(0, text.length - held.length).split(/\r\n|\n|\r/);
    begun.push(first);
    length += first.length;
    const last = others.pop();
    if (last !== undefined) {
      yield begun.join('');
      yield* others;
      begun = [last];
      length = last.length;
    }
    if (length > max) throw new RangeError(`a line of more than ${max} characters`);
  }
}

/** An event of a stream; `id` is empty if the event has none. */
export interface ServerSentEvent {
  readonly name: string;
  readonly data: string;
  readonly id: string;
}

/**
 * Reads an event stream by the rules of the HTML standard (9.2.6), except that an id applies to its own event only.
 *
 * @param onRetry called with the server's reconnection time, in milliseconds
 */
export async function* serverSentEvents(
  lines: AsyncIterable<string>,
  onRetry: (ms: number) => void,
): AsyncGenerator<ServerSentEvent, void> {
  let name = '';
  let id = '';
  let data: string[] = [];
  for await (const line of lines) {
    if (line === '') {
      if (data.length > 0) yield { name: name === '' ? 'message' : name, data: data.join('\n'), id };
      name = '';
      id = '';
      data = [];
      continue;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') name = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id' && !value.includes('\0')) id = value;
    else if (field === 'retry' && /^\d{1,9}$/.test(value)) onRetry(Number(value));
  }
}
