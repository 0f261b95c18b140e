// A name server on port 53 of a loopback address, over UDP and TCP, with whatever a name server may do wrong.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

const TYPES = { 1: 'A', 5: 'CNAME', 28: 'AAAA' } as const;
type RecordType = 'A' | 'AAAA';

/** Answer for one name. */
export interface Zone {
  readonly a?: readonly string[];
  readonly aaaa?: readonly string[];
  /** Name that it is another name for, given with its records. */
  readonly cname?: string;
  /** Response code for queries of these types; all if no type is named. */
  readonly code?: { readonly is: 'SERVFAIL' | 'REFUSED' | 'NXDOMAIN'; readonly for?: RecordType };
  /** Types whose queries are never answered. */
  readonly silentFor?: readonly RecordType[];
  /** Time until the answer, in milliseconds. */
  readonly delayMs?: number;
  /** Whether answers over UDP are marked as truncated and empty. */
  readonly truncated?: boolean;
}

const CODES = { SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const;

/** @param zones a name that is missing does not exist; null answers no query at all */
export async function serveDns(address: string, zones: ReadonlyMap<string, Zone> | null): Promise<void> {
  const udp = createSocket('udp4');
  udp.on('message', (query, { address: to, port }) => {
    answer(query, zones, true, (bytes) => udp.send(bytes, port, to));
  });
  udp.bind(53, address);
  await once(udp, 'listening');
  const tcp = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      answer(bytes.subarray(2), zones, false, (message) => {
        const length = Buffer.alloc(2);
        length.writeUInt16BE(message.length);
        socket.write(Buffer.concat([length, message]));
      });
    });
  });
  tcp.listen(53, address);
  await once(tcp, 'listening');
}

function answer(
  query: Buffer,
  zones: ReadonlyMap<string, Zone> | null,
  isUdp: boolean,
  send: (bytes: Buffer) => void,
): void {
  if (zones === null) return;
  const labels: string[] = [];
  let at = 12;
  for (; query[at] !== 0; at += 1 + (query[at] ?? 0)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)));
  }
  const end = at + 5;
  const number = query.readUInt16BE(at + 1);
  const type = number === 1 || number === 28 ? TYPES[number] : null;
  const name = labels.join('.').toLowerCase();
  const zone = zones.get(name);
  if (type === null || zone?.silentFor?.includes(type) === true) return;
  const failing = zone?.code !== undefined && (zone.code.for ?? type) === type ? zone.code.is : null;
  const code = zone === undefined ? CODES.NXDOMAIN : failing === null ? 0 : CODES[failing];
  const truncated = isUdp && zone?.truncated === true;
  const records = code !== 0 || truncated ? [] : recordsOf(zones, name, type);
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8180 | code | (truncated ? 0x0200 : 0), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  const message = Buffer.concat([head, query.subarray(12, end), ...records]);
  setTimeout(send, zone?.delayMs ?? 0, message);
}

function recordsOf(zones: ReadonlyMap<string, Zone>, name: string, type: RecordType): readonly Buffer[] {
  const zone = zones.get(name);
  const alias = zone?.cname;
  if (alias !== undefined) return [record(name, 5, nameBytes(alias)), ...recordsOf(zones, alias, type)];
  return type === 'A'
    ? (zone?.a ?? []).map((address) => record(name, 1, Buffer.from(address.split('.').map(Number))))
    : (zone?.aaaa ?? []).map((address) => record(name, 28, ipv6Bytes(address)));
}

function record(name: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt32BE(60, 4);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([nameBytes(name), fixed, data]);
}

function nameBytes(name: string): Buffer {
  const labels = name.split('.').flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)]);
  return Buffer.concat([...labels, Buffer.from([0])]);
}

function ipv6Bytes(address: string): Buffer {
  const [head = '', tail = ''] = address.split('::');
  const groups = (part: string): string[] => part.split(':').filter((group) => group !== '');
  const missing = 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array.from({ length: missing }, () => '0'), ...groups(tail)];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
