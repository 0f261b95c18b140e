import { Readable } from 'node:stream';

/** Maximum bytes of one message, as of a request over HTTP. */
export const MAX_MESSAGE_BYTES = 1_048_576;

const NEWLINE = 0x0a;

/**
 * Passes on the lines of an input that can be messages. Other lines are reported and left out; a line that is too long is
 * reported and ends the stream.
 */
export function messageLines(input: Readable, onError: (error: Error) => void): Readable {
  return Readable.from(linesOf(input, onError), { objectMode: false });
}

async function* linesOf(input: Readable, onError: (error: Error) => void): AsyncGenerator<Buffer, void> {
  let rest: Buffer[] = [];
  let size = 0;
  for await (const chunk of input) {
    const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, from)) {
      const line = Buffer.concat([...rest, bytes.subarray(from, end + 1)]);
      [rest, size, from] = [[], 0, end + 1];
      if (line.length > MAX_MESSAGE_BYTES) return onError(tooLong());
      if (isMessage(line, onError)) yield line;
    }
    rest.push(bytes.subarray(from));
    size += bytes.length - from;
    if (size > MAX_MESSAGE_BYTES) return onError(tooLong());
  }
}

function tooLong(): Error {
  return new Error(
    `A message has more than ${MAX_MESSAGE_BYTES} bytes, so the connection is closed; send less at a time.`,
  );
}

function isMessage(line: Buffer, onError: (error: Error) => void): boolean {
  const text = line.toString().trim();
  if (text === '') return false;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && 'jsonrpc' in value) return true;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  onError(
    new Error('A line of the input is not a message of JSON-RPC 2.0 and was ignored; send one on each line.'),
  );
  return false;
}
