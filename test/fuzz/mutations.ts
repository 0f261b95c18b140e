/* Valid requests, and what chance makes of them: the same for the same seed. */

/** Source of random integers from 0 to below a bound. */
export type Chance = (below: number) => number;

/** Random integers by xorshift32 (Marsaglia 2003). @param seed any number */
export function chanceOf(seed: number): Chance {
  let state = (seed ^ 0x9e37_79b9) >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % below;
  };
}

/** Valid requests, with the key where one is needed; together they reach every route that no other test covers alone. */
export function validRequests(key: string): readonly Buffer[] {
  const post = (path: string, body: string, headers = ''): Buffer =>
    Buffer.from(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`,
    );
  const get = (path: string): Buffer =>
    Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\n\r\n`);
  const search = '{"search_terms":["<h1>","ö"],"order_by":["domain,asc"],"limit":10,"offset":0}';
  const chunks = `4\r\n{"se\r\n${(search.length - 4).toString(16)}\r\n${search.slice(4).replace('ö', 'oe')}\r\n0\r\n\r\n`;
  return [
    post('/html-source-code-search', search),
    Buffer.from(
      `POST /html-source-code-search HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n` +
        `Transfer-Encoding: chunked\r\n\r\n${chunks}`,
    ),
    post('/web-serp', '{"keyword":"otters","language_code":"en","location_code":2840,"device":"desktop"}'),
    post('/web-autocomplete', '{"keyword":"ott","client":"gws-wiz-serp","os":"windows"}'),
    post('/videosite-video-info', '{"video_id":"abcdefghijk"}'),
    post('/videosite-serp', '{"keyword":"otters","depth":20}'),
    post('/admin/crawls', '{"domains":["a.example"],"max_pages":1}', 'Idempotency-Key: fuzz\r\n'),
    post('/admin/keys', '{"name":"fuzz","scopes":["search"],"rate_limit_per_minute":5}'),
    get('/admin/crawls?limit=10'),
    get('/admin/keys'),
    get('/admin/domains/a.example'),
    get('/admin/providers'),
    get('/healthz'),
    get('/readyz'),
    get('/metrics'),
    Buffer.concat([get('/healthz'), get('/admin/keys'), post('/html-source-code-search', search)]),
  ];
}

/** Texts that are hard for parsers. */
const PIECES = [
  '\r\n',
  '\n',
  '\r',
  '\0',
  ' ',
  '\t',
  ':',
  '\r\n ',
  '\r\n\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Transfer-Encoding: identity\r\n',
  'Content-Length: 0\r\n',
  'Content-Length: 5\r\n',
  'Content-Length: -1\r\n',
  'Expect: 100-continue\r\n',
  'Connection: Upgrade\r\nUpgrade: h2c\r\n',
  'Connection: close\r\n',
  'Content-Encoding: gzip\r\n',
  'Host: other\r\n',
  '0\r\n\r\n',
  'ffffffffffffffff\r\n',
  'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n',
  'HTTP/1.0',
  'HTTP/2.0',
  'CONNECT ',
  'HEAD ',
  'OPTIONS ',
  '%00',
  '%c0%ae',
  '/../',
  '//',
  '?a=1&a=2',
  'NaN',
  '1e999',
  '-0',
  '9007199254740993',
  '1.0000000000000001',
  '"__proto__":1,',
  '"constructor":{"prototype":1},',
  '"limit":1,"limit":2,',
  '\\ud800',
  '\\u0000',
  '[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[',
  '{"a":',
  'null',
  'x'.repeat(20_000),
] as const;
const BYTES = [
  [0x80],
  [0xff, 0xfe],
  [0xc3],
  [0xed, 0xa0, 0x80],
  [0xef, 0xbb, 0xbf],
  [0xf4, 0x90, 0x80, 0x80],
];
const INSERTED = [...PIECES.map((piece) => Buffer.from(piece)), ...BYTES.map((bytes) => Buffer.from(bytes))];

/** Makes a request with a body and its Content-Length. */
const FRAMED = /^(POST [^\0]*?)(Content-Length: \d+)(\r\n(?:[^\r\n]+\r\n)*\r\n)([^]+)$/;

/** Makes one to four changes to a request, anywhere or only within its body, and splits it into parts as packets would. */
export function mutated(requests: readonly Buffer[], chance: Chance): readonly Buffer[] {
  const request = one(requests, chance);
  const [whole, head, , end, body] = FRAMED.exec(request.toString('latin1')) ?? [];
  const inBody = whole !== undefined && chance(2) === 0;
  let bytes = inBody ? Buffer.from(body ?? '', 'latin1') : request;
  for (let changes = 1 + chance(4); changes > 0; changes--) bytes = changed(bytes, requests, chance);
  if (inBody) {
    bytes = Buffer.concat([Buffer.from(`${head}Content-Length: ${bytes.length}${end}`, 'latin1'), bytes]);
  }
  const parts: Buffer[] = [];
  for (let from = 0; from < bytes.length;) {
    const to = parts.length >= 3 ? bytes.length : from + 1 + chance(bytes.length);
    parts.push(bytes.subarray(from, to));
    from = to;
  }
  return parts;
}

function one<T>(list: readonly T[], chance: Chance): T {
  const found = list[chance(list.length)];
  if (found === undefined) throw new RangeError('nothing to choose from');
  return found;
}

function changed(bytes: Buffer, requests: readonly Buffer[], chance: Chance): Buffer {
  const at = chance(bytes.length + 1);
  const to = Math.min(bytes.length, at + 1 + chance(20));
  const [before, cut, after] = [bytes.subarray(0, at), bytes.subarray(at, to), bytes.subarray(to)];
  switch (chance(6)) {
    case 0:
      return Buffer.concat([before, Buffer.from([chance(256)]), bytes.subarray(at + 1)]);
    case 1:
      return Buffer.concat([before, after]);
    case 2:
      return Buffer.concat([before, cut, cut, after]);
    case 3:
      return Buffer.concat([before, one(requests, chance).subarray(at)]);
    default:
      return Buffer.concat([before, one(INSERTED, chance), cut, after]);
  }
}
