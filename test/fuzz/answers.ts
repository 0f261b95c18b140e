/* What came back over a connection, byte by byte: answers that must be whole, and must be of the contract. */
import { checker, ErrorBody, ERRORS } from '@sitegrep/contract';

export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

const checkError = checker(ErrorBody);
const HEAD = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[^\r\n:]+: [^\r\n]*\r\n)*)\r\n/;

/**
 * Takes all answers of a connection apart. An answer to HEAD says how long its body would be and has none.
 *
 * @throws Error that names what is not HTTP/1.1 as we write it
 */
export function readAnswers(bytes: Buffer): readonly RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = bytes.toString('latin1');
  while (rest !== '') {
    const [head, status = '', lines = ''] = HEAD.exec(rest) ?? [];
    if (head === undefined) throw new Error(`no head of an answer: ${JSON.stringify(rest.slice(0, 200))}`);
    rest = rest.slice(head.length);
    if (status === '100') continue;
    const headers = new Map(
      lines
        .split('\r\n')
        .slice(0, -1)
        .map((line) => {
          const colon = line.indexOf(':');
          return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)] as const;
        }),
    );
    const body = bodyOf(headers, status, rest);
    rest = rest.slice(body.taken);
    answers.push({ status: Number(status), headers, body: Buffer.from(body.text, 'latin1').toString() });
  }
  return answers;
}

interface Body {
  readonly text: string;
  /** Length of the answer in the connection, in characters. */
  readonly taken: number;
}

function bodyOf(headers: ReadonlyMap<string, string>, status: string, rest: string): Body {
  const length = headers.get('content-length');
  if (status === '204' || status === '304') return { text: '', taken: 0 };
  if (headers.get('transfer-encoding') === 'chunked') return chunksOf(rest);
  if (length === undefined) throw new Error(`an answer ${status} without a length`);
  // To HEAD: the next answer follows, or nothing.
  if (rest === '' || rest.startsWith('HTTP/1.1 ')) return { text: '', taken: 0 };
  const taken = Number(length);
  if (rest.length < taken)
    throw new Error(`an answer ${status} of ${length} bytes ends after ${rest.length}`);
  return { text: rest.slice(0, taken), taken };
}

function chunksOf(rest: string): Body {
  let text = '';
  for (let at = 0; ;) {
    const end = rest.indexOf('\r\n', at);
    const size = Number.parseInt(rest.slice(at, end), 16);
    if (end < 0 || Number.isNaN(size)) throw new Error('an answer in chunks that breaks off');
    text += rest.slice(end + 2, end + 2 + size);
    at = end + 2 + size + 2;
    if (size === 0) return { text, taken: at };
  }
}

/** Finds how an answer violates the contract; null if it does not. */
export function faultOf({ status, headers, body }: RawAnswer): string | null {
  if ((headers.get('x-request-id') ?? '') === '') return `a ${status} without the id of its request`;
  if (headers.get('x-content-type-options') !== 'nosniff') return `a ${status} without its standing headers`;
  if (status === 500) return `a 500: ${body}`;
  if (status >= 200 && status < 300) return null;
  if (!(headers.get('content-type') ?? '').startsWith('application/json'))
    return `a ${status} that is not JSON`;
  // An answer to HEAD.
  if (body === '' && status === 405) return null;
  const checked = checkError(parsed(body));
  if (!checked.ok) return `a ${status} that is not an error body: ${body.slice(0, 200)}`;
  const { error } = checked.value;
  if (!Object.values(ERRORS).some((one) => one.status === status && one.error === error))
    return `an error that is not of the contract: ${status} ${error}`;
  if (status === 429 && !headers.has('retry-after')) return 'a 429 without Retry-After';
  return null;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
