// A name server on loopback for tests that answers for A, MX, NS, SOA and TXT over UDP and TCP, by RFC 1035, also wrongly.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** Types of records (RFC 1035, 3.2.2). */
const TYPES = { A: 1, NS: 2, SOA: 6, MX: 15, TXT: 16 } as const;
export type ServedType = keyof typeof TYPES;

/** Response codes (RFC 1035, 4.1.1). */
const CODES = { NXDOMAIN: 3, SERVFAIL: 2, REFUSED: 5 } as const;

/** Answer to a question: data of records, a failure, or nothing at all. */
export type ServedAnswer = readonly Buffer[] | keyof typeof CODES | 'SILENCE' | 'GARBAGE';

export interface RecordServer {
  /** Address in the form of `recordsAt`. */
  readonly address: string;
  /** Questions that came, as `TYPE name`. */
  readonly questions: readonly string[];
  /** Number of those that came over TCP. */
  overTcp(): number;
  close(): Promise<void>;
}

/** Maximum bytes of an answer over UDP, as resolvers announce them; a longer one is cut and marked as truncated. */
const MAX_DATAGRAM = 1_232;

export async function serveRecords(
  know: (name: string, type: ServedType) => ServedAnswer,
): Promise<RecordServer> {
  const questions: string[] = [];
  let overTcp = 0;
  const udp = createSocket('udp4');
  const open = new Set<Socket>();
  const tcp = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => undefined);
    let waiting: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      waiting = Buffer.concat([waiting, chunk]);
      while (waiting.length >= 2 && waiting.length >= 2 + waiting.readUInt16BE(0)) {
        const end = 2 + waiting.readUInt16BE(0);
        const answer = answerOf(waiting.subarray(2, end));
        waiting = waiting.subarray(end);
        overTcp += 1;
        if (answer === null) continue;
        const length = Buffer.alloc(2);
        length.writeUInt16BE(answer.length);
        socket.write(Buffer.concat([length, answer]));
      }
    });
  });

  function answerOf(question: Buffer): Buffer | null {
    const end = question.indexOf(0, 12) + 5;
    const number = question.readUInt16BE(end - 4);
    const type = (Object.keys(TYPES) as ServedType[]).find((one) => TYPES[one] === number);
    const name = nameIn(question);
    questions.push(`${type ?? number} ${name}`);
    const answer = type === undefined ? [] : know(name, type);
    if (answer === 'SILENCE') return null;
    if (answer === 'GARBAGE') return Buffer.concat([question.subarray(0, 2), Buffer.from('no message')]);
    const records = typeof answer === 'string' ? [] : answer;
    const head = Buffer.alloc(12);
    question.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8180 | (typeof answer === 'string' ? CODES[answer] : 0), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    return Buffer.concat([
      head,
      question.subarray(12, end),
      ...records.flatMap((data) => [recordHead(number, data.length), data]),
    ]);
  }

  udp.on('message', (question, { address, port }) => {
    const answer = answerOf(question);
    if (answer === null) return;
    if (answer.length > MAX_DATAGRAM) {
      // The flag TC, and no record.
      const cut = Buffer.from(answer.subarray(0, question.indexOf(0, 12) + 5));
      cut.writeUInt16BE(0x8380, 2);
      cut.writeUInt16BE(0, 6);
      udp.send(cut, port, address);
    } else udp.send(answer, port, address);
  });
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const bound = tcp.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  udp.bind(bound.port, '127.0.0.1');
  await once(udp, 'listening');
  return {
    address: `127.0.0.1:${bound.port}`,
    questions,
    overTcp: () => overTcp,
    async close() {
      udp.close();
      for (const socket of open) socket.destroy();
      tcp.close();
      await Promise.all([once(udp, 'close'), once(tcp, 'close')]);
    },
  };
}

/** Data of a TXT record. @param parts each of at most 255 bytes */
export function txt(...parts: readonly (Buffer | string)[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const bytes = typeof part === 'string' ? Buffer.from(part) : part;
      return [Buffer.from([bytes.length]), bytes];
    }),
  );
}

/** Data of an MX record. */
export function mx(priority: number, host: string): Buffer {
  return Buffer.concat([Buffer.from([priority >> 8, priority & 0xff]), name(host)]);
}

/** Data of an SOA record with numbers of no meaning. */
export function soa(host: string, mailbox: string): Buffer {
  return Buffer.concat([name(host), name(mailbox), Buffer.alloc(20, 1)]);
}

/** Data of an NS record, and a name within others. */
export function name(host: string): Buffer {
  const labels = host.split('.').flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)]);
  return Buffer.concat([...labels, Buffer.from([0])]);
}

/** Head of a record whose name is that of the question, valid for a minute. */
function recordHead(type: number, length: number): Buffer {
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, 0]);
  head.writeUInt16BE(length, 10);
  return head;
}

function nameIn(question: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; question[at] !== 0; at += 1 + (question[at] ?? 0)) {
    labels.push(question.toString('latin1', at + 1, at + 1 + (question[at] ?? 0)));
  }
  return labels.join('.').toLowerCase();
}
