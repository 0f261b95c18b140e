// A name server on loopback for tests, with given answers.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** Response codes (RFC 1035, 4.1.1). */
const RESPONSE = 0x8180;
const CODES = { found: 0, failed: 2, unknown: 3 } as const;
const TYPE_A = 1;

export interface NameServer {
  /** Address in the form of `lookupAt`. */
  readonly address: string;
  /** Queries that came. */
  requested(): number;
  close(): Promise<void>;
}

/** @param know gives the IPv4 address of a name; null: there is no such name; `SERVFAIL`: the server fails */
export async function serveNames(know: (name: string) => string | null): Promise<NameServer> {
  const socket = createSocket('udp4');
  let requested = 0;
  socket.on('message', (question, { address, port }) => {
    requested += 1;
    socket.send(answerTo(question, know(nameIn(question))), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    requested: () => requested,
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function nameIn(question: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; question[at] !== 0; at += 1 + (question[at] ?? 0)) {
    labels.push(question.toString('latin1', at + 1, at + 1 + (question[at] ?? 0)));
  }
  return labels.join('.');
}

function answerTo(question: Buffer, known: string | null): Buffer {
  const end = question.indexOf(0, 12) + 5;
  const type = question.readUInt16BE(end - 4);
  const code = known === null ? CODES.unknown : known === 'SERVFAIL' ? CODES.failed : CODES.found;
  const found = code === CODES.found && type === TYPE_A;
  const head = Buffer.alloc(12);
  question.copy(head, 0, 0, 2);
  head.writeUInt16BE(RESPONSE | code, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(found ? 1 : 0, 6);
  const record = Buffer.from([0xc0, 12, 0, TYPE_A, 0, 1, 0, 0, 0, 60, 0, 4]);
  const address = Buffer.from((known ?? '').split('.').map(Number));
  return Buffer.concat([head, question.subarray(12, end), ...(found ? [record, address] : [])]);
}
