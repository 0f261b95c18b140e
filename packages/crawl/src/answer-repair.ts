// Makes strict HTTP/1.1 of the answers of a connection, for a parser that takes nothing else. What is strict already, as
// nearly every answer is, passes as it came.
import type { Socket } from 'node:net';
import { framingOf, headEnd, parseHead, transferCodings, Unchunker, type Head } from '@sitegrep/http';
import { StrictChunks } from './strict-chunks.ts';

/** A head as RFC 9112 wants it. */
const STRICT_HEAD =
  // oxlint-disable-next-line no-control-regex -- those that no value may have
  /^HTTP\/1\.[01] [1-5]\d\d(?: [^\0-\x08\n-\x1f\x7f]*)?\r\n(?:[!#$%&'*+\-.^_`|~\w]+:[^\0-\x08\n-\x1f\x7f]*\r\n)*\r\n$/;
/** The fields of a strict head that frame the body. */
const FRAMING_FIELD = /\n(content-length|transfer-encoding):[ \t]*([^\r]*?)[ \t]*\r/gi;

const LAST_CHUNK = Buffer.from('0\r\n\r\n');
/** No chunk size: the parser reports the body as broken. */
const NO_CHUNK = Buffer.from('-\r\n');
const NOTHING = Buffer.alloc(0);

/** The next bytes of the connection. */
type State =
  /** A head, of which some has come. */
  | { readonly kind: 'head'; readonly pending: Buffer }
  /** Bytes that pass as they come, up to the next request. */
  | { readonly kind: 'any' }
  /** Chunks that were strict so far. */
  | { readonly kind: 'strict_chunks'; readonly chunks: StrictChunks }
  /** Chunks of any form; `left` is the stated length of all if they turn out to be none. */
  | { readonly kind: 'chunks'; readonly unchunker: Unchunker; left: number }
  /** A body, of which so many bytes are left. */
  | { readonly kind: 'length'; left: number }
  /** Bytes that follow the answer, whose connection is given up. */
  | { readonly kind: 'over' };

/**
 * Makes strict the answers that undici reads of a connection: it reads by `read()`, one answer for each request that it writes.
 *
 * @param maxHeadBytes bound of a head; a longer one passes as it is
 */
export function repairAnswers(socket: Socket, maxHeadBytes: number): void {
  const repair = new AnswerRepair(maxHeadBytes);
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket);
  const unshift = socket.unshift.bind(socket);
  /** Bytes that the parser put back, which are strict already. */
  let returned = 0;
  socket.read = (size?: number) => {
    // Node's own call, which only lets more bytes come.
    if (size === 0) return read(0);
    for (;;) {
      const bytes: unknown = read();
      if (!Buffer.isBuffer(bytes)) return bytes;
      const strict = bytes.subarray(0, returned);
      const rest = bytes.subarray(strict.length);
      returned -= strict.length;
      const answer = rest.length === 0 ? strict : joined(strict, repair.repair(rest));
      if (answer.length > 0) return answer;
    }
  };
  socket.unshift = (chunk: Buffer, encoding?: BufferEncoding) => {
    returned += chunk.length;
    unshift(chunk, encoding);
  };
  socket.write = ((...args: Parameters<typeof write>) => {
    repair.requested();
    return write(...args);
  }) as typeof write;
}

/** Repairs the answers of one connection, which come one at a time. */
class AnswerRepair {
  readonly #maxHeadBytes: number;
  #state: State = { kind: 'any' };
  /** Interim answers since the request. */
  #interim = 0;

  /** @param maxHeadBytes bound of a head; a longer one passes as it is */
  constructor(maxHeadBytes: number) {
    this.#maxHeadBytes = maxHeadBytes;
  }

  /** Notes that a request was sent: an answer comes. */
  requested(): void {
    this.#state = { kind: 'head', pending: NOTHING };
    this.#interim = 0;
  }

  /** Bytes for the parser instead of the next ones of the connection; perhaps none yet. */
  repair(bytes: Buffer): Buffer {
    const state = this.#state;
    switch (state.kind) {
      case 'any':
        return bytes;
      case 'head':
        return this.#head(state.pending.length === 0 ? bytes : Buffer.concat([state.pending, bytes]));
      case 'strict_chunks':
        return this.#strictChunks(state.chunks, bytes);
      case 'chunks':
        return this.#rechunk(state, bytes);
      case 'length': {
        const body = bytes.subarray(0, state.left);
        state.left -= body.length;
        return body;
      }
      case 'over':
        return NOTHING;
    }
  }

  #head(input: Buffer): Buffer {
    const bytes = withoutEmptyLines(input);
    const end = headEnd(bytes);
    if (end === -1) {
      if (bytes.length > this.#maxHeadBytes || !couldBeHead(bytes)) return this.#pass(bytes);
      this.#state = { kind: 'head', pending: bytes };
      return NOTHING;
    }
    const text = bytes.toString('latin1', 0, end);
    const framing = strictFraming(text);
    const rest = bytes.subarray(end);
    if (framing !== null && !INTERIM.test(text)) {
      if (framing === 'plain') {
        this.#state = { kind: 'any' };
        return bytes;
      }
      const chunks = new StrictChunks();
      this.#state = { kind: 'strict_chunks', chunks };
      return joined(bytes.subarray(0, end), this.#strictChunks(chunks, rest));
    }
    const head = parseHead(bytes.subarray(0, end));
    // Another answer follows an interim one (RFC 9110, 15.2), even one that nobody expects.
    const isInterim = head !== null && head.status < 200 && head.status !== 101;
    if (isInterim && ++this.#interim <= MAX_INTERIM) return this.#head(rest);
    return head === null ? this.#pass(bytes) : this.#repaired(head, bytes, rest);
  }

  #repaired(head: Head, bytes: Buffer, rest: Buffer): Buffer {
    const framing = framingOf(head.status, head.fields);
    switch (framing.kind) {
      case 'contradictory':
        return this.#pass(bytes);
      case 'none':
        this.#state = { kind: 'over' };
        return strictHead(head, []);
      case 'close':
        this.#state = { kind: 'any' };
        return joined(strictHead(head, []), rest);
      case 'length': {
        this.#state = { kind: 'length', left: framing.length };
        const stated: [string, string] = ['Content-Length', String(framing.length)];
        return joined(strictHead(head, [stated]), this.repair(rest));
      }
      case 'chunked': {
        this.#state = { kind: 'chunks', unchunker: new Unchunker(), left: framing.length ?? Infinity };
        const codings = transferCodings(head.fields).filter((coding) => coding !== 'chunked');
        const stated: [string, string] = ['Transfer-Encoding', [...codings, 'chunked'].join(', ')];
        return joined(strictHead(head, [stated]), this.repair(rest));
      }
    }
  }

  #pass(bytes: Buffer): Buffer {
    this.#state = { kind: 'any' };
    return bytes;
  }

  #strictChunks(chunks: StrictChunks, bytes: Buffer): Buffer {
    const { strict, doubtful } = chunks.read(bytes);
    if (doubtful === null) return strict;
    const unchunker = new Unchunker(chunks.count > 0);
    this.#state = { kind: 'chunks', unchunker, left: Infinity };
    return joined(strict, this.repair(doubtful));
  }

  /** Strict chunks of what chunks of any form hold. */
  #rechunk(state: State & { kind: 'chunks' }, bytes: Buffer): Buffer {
    const out: Buffer[] = [];
    for (const part of state.unchunker.read(bytes)) {
      if (part.kind === 'data') out.push(...chunkOf(part.bytes));
      if (part.kind === 'plain') {
        const body = part.bytes.subarray(0, state.left);
        state.left -= body.length;
        out.push(...chunkOf(body));
      }
      const isOver = part.kind === 'end' || (part.kind === 'plain' && state.left === 0);
      if (!isOver && part.kind !== 'broken') continue;
      out.push(isOver ? LAST_CHUNK : NO_CHUNK);
      this.#state = { kind: 'over' };
      break;
    }
    return Buffer.concat(out);
  }
}

/** The bytes without empty lines before a status line (RFC 9112, 2.2). */
function withoutEmptyLines(bytes: Buffer): Buffer {
  let at = 0;
  while (bytes[at] === 0x0d || bytes[at] === 0x0a) at++;
  return at === 0 ? bytes : bytes.subarray(at);
}

/** Whether a head may begin so, after the junk that `parseHead` skips. */
function couldBeHead(start: Buffer): boolean {
  return (
    start.length < HEAD_START_BYTES || /^[^\n]{0,4}?HTTP/i.test(start.toString('latin1', 0, HEAD_START_BYTES))
  );
}

const HEAD_START_BYTES = 8;

/** Maximum interim answers to a request; more are an attack. */
const MAX_INTERIM = 50;

const INTERIM = /^HTTP\/1\.[01] 1(?!01)/;

/** How a strict head frames its body; null if it is not strict, or leaves doubt. */
function strictFraming(head: string): 'chunked' | 'plain' | null {
  if (!STRICT_HEAD.test(head)) return null;
  let framing: 'chunked' | 'plain' | null = null;
  for (const [, name = '', value = ''] of head.matchAll(FRAMING_FIELD)) {
    if (framing !== null) return null;
    if (name.toLowerCase() === 'content-length') {
      if (!/^\d{1,15}$/.test(value)) return null;
      framing = 'plain';
    } else {
      if (!/^(?:[\w-]+[ \t]*,[ \t]*)*chunked$/i.test(value)) return null;
      framing = 'chunked';
    }
  }
  return framing ?? 'plain';
}

/** Fields that a repaired head states anew, in lower case. */
const RESTATED: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'transfer-encoding',
]);

/** A strict head; the connection is closed after its answer, so that doubtful bytes are never taken for the next one. */
function strictHead({ status, reason, fields }: Head, framing: readonly [string, string][]): Buffer {
  const kept = fields.filter(([name]) => !RESTATED.has(name.toLowerCase()));
  const lines = [...kept, ...framing, ['Connection', 'close']].map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.from(`HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n`, 'latin1');
}

function chunkOf(bytes: Buffer): Buffer[] {
  return bytes.length === 0 ? [] : [Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, CRLF];
}

const CRLF = Buffer.from('\r\n');

function joined(head: Buffer, rest: Buffer): Buffer {
  return rest.length === 0 ? head : Buffer.concat([head, rest]);
}
