// A load generator as a process of its own: clients that send the next request as soon as one is answered, each over a
// connection that stays open, with as little work as can be. Gets a `Load` from its parent, and tells it `LoadFigures`.
import { connect } from 'node:net';
import { answerOnce } from '../harness/child.ts';
import { quantile } from '../harness/figures.ts';

export interface Load {
  readonly url: string;
  /** All bytes of each request. They are sent in turn, again from the first one after the last. */
  readonly requests: readonly string[];
  readonly clients: number;
  readonly seconds: number;
}

export interface LoadFigures {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Bytes of one answer, its head included. */
  readonly bytes: number;
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');

answerOnce(run);

async function run(load: Load): Promise<LoadFigures> {
  const startedAt = performance.now();
  const until = startedAt + 1_000 * load.seconds;
  const requests = load.requests.map((request) => Buffer.from(request));
  let sent = 0;
  const next = (): Buffer => requests[sent++ % requests.length] ?? Buffer.alloc(0);
  const clients = await Promise.all(
    Array.from({ length: load.clients }, () => client(load.url, next, until)),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  const times = clients.flatMap(({ times }) => times);
  return {
    perSecond: times.length / seconds,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    bytes: clients[0]?.bytes ?? 0,
  };
}

/** Asks until its time is up. @throws if it is answered other than 200, or the connection breaks */
function client(
  url: string,
  next: () => Buffer,
  until: number,
): Promise<{ readonly times: readonly number[]; readonly bytes: number }> {
  const { hostname, port } = new URL(url);
  const times: number[] = [];
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let startedAt = 0;
    let received = 0;
    /** Bytes of the answer being received; 0 until its head is complete. */
    let length = 0;
    let head: Buffer = Buffer.alloc(0);
    const send = (): void => {
      [received, length, head] = [0, 0, Buffer.alloc(0)];
      startedAt = performance.now();
      socket.write(next());
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed the connection')));
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (length === 0) {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
        const end = head.indexOf(END_OF_HEAD);
        if (end === -1) return;
        const text = head.toString('latin1', 0, end + 2);
        if (!text.startsWith('HTTP/1.1 200 ')) return reject(new Error(`answered with ${text.slice(0, 40)}`));
        const ofBody = Number(/\r\ncontent-length: (\d+)\r\n/i.exec(text)?.[1]);
        if (Number.isNaN(ofBody)) return reject(new Error('the answer does not say how long it is'));
        length = end + END_OF_HEAD.length + ofBody;
      }
      if (received < length) return;
      times.push(performance.now() - startedAt);
      if (startedAt < until) return send();
      socket.removeAllListeners('close').destroy();
      resolve({ times, bytes: length });
    });
  });
}
