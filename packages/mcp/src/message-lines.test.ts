import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { MAX_MESSAGE_BYTES, messageLines } from './message-lines.ts';

async function passed(
  chunks: readonly (string | Buffer)[],
): Promise<readonly [text: string, faults: string[]]> {
  const faults: string[] = [];
  const input = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  return [await text(messageLines(input, ({ message }) => faults.push(message))), faults];
}

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping","é":"水"}\n';
const IGNORED =
  'A line of the input is not a message of JSON-RPC 2.0 and was ignored; send one on each line.';

test('messages pass, however they are cut into chunks', async () => {
  const bytes = Buffer.from(PING + PING);
  const single = Array.from(bytes, (byte) => Buffer.from([byte]));
  expect(await passed(single)).toEqual([PING + PING, []]);
  expect(await passed([bytes])).toEqual([PING + PING, []]);
});

test('other lines are reported and left out', async () => {
  const junk = ['junk\n', '[]\n', '7\n', 'null\n', '{"jsonrpc":\n', '\u0000\n'];
  expect(await passed([...junk, '\n', '  \r\n', PING])).toEqual([PING, junk.map(() => IGNORED)]);
});

test('a line that does not end is not a message', async () => {
  expect(await passed([PING, PING.trimEnd()])).toEqual([PING, []]);
});

test('a line that is too long ends the stream, whether it has an end or not', async () => {
  const long = 'x'.repeat(MAX_MESSAGE_BYTES);
  const reason = 'A message has more than 1048576 bytes, so the connection is closed; send less at a time.';
  expect(await passed([PING, `${long}\n`, PING])).toEqual([PING, [reason]]);
  expect(await passed([PING, long, 'x', PING])).toEqual([PING, [reason]]);
});
