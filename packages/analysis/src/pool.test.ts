import { createHash } from 'node:crypto';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { encodeSource, sourceText, type Page } from '@sitegrep/site';
import { NO_PAGE_FACTS } from '@sitegrep/site/test/facts';
import type { AnalysisPool, AnalysisPoolOptions } from './analysis.ts';
import { bundledThread } from '../test/bundled-thread.ts';
import { openAnalysisPool } from './pool.ts';

/** Why a page that hangs is given up: by its processor time or, where others keep the processors busy, by the clock. */
function gaveUp(what: string, processorTime: string, wallTime: string): unknown {
  return expect.stringMatching(
    new RegExp(`^${what} within (?:${processorTime} of processor time|${wallTime})$`),
  );
}

const FAULTY_THREAD = await bundledThread(new URL('../test/faulty-thread.ts', import.meta.url));

const open: AnalysisPool[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((pool) => pool.close()));
});

function openPool(options: Partial<AnalysisPoolOptions> = {}): AnalysisPool {
  const pool = openAnalysisPool({
    threads: 1,
    deadlineMs: 20_000,
    heapMb: 64,
    maxSourceBytes: 1000,
    fullText: false,
    queueLimit: 1000,
    entry: FAULTY_THREAD,
    ...options,
  });
  open.push(pool);
  return pool;
}

function page(path: string, body: Uint8Array = Buffer.from(`<p>${path}`)): Page {
  return { url: `https://a.com/${path}`, status: 200, headers: [], body, truncated: false, fetchedAt: 5 };
}

function whole(path: string) {
  return {
    kind: 'page',
    record: {
      url: `https://a.com/${path}`,
      fetchedAt: 5,
      source: encodeSource(`<p>${path} 1000`),
      facts: {
        title: `Title of https://a.com/${path}`,
        technologies: [{ name: `Of https://a.com/${path}` }],
      },
    },
    links: [`https://a.com/${path}#linked`],
    nofollowLinks: [`https://a.com/${path}#unfollowed`],
    ownerLinks: [{ url: `https://a.com/${path}#linked`, kind: 'contact' }],
    firstLinks: [`https://a.com/${path}#frame`],
    framesetLinks: [],
    icon: `https://a.com/${path}#icon`,
    refresh: null,
    robots: { noindex: false, nofollow: true, expires: false },
    shell: false,
    partial: null,
    timing: { extractMs: 3, detectMs: 4 },
  };
}

function withoutTechnologies(path: string, partial: string) {
  return {
    ...whole(path),
    record: { ...whole(path).record, facts: { technologies: [] } },
    partial,
    timing: { extractMs: 3, detectMs: null },
  };
}

describe('a page that', () => {
  test('is analysed gives its record, links and robots', async () => {
    await expect(openPool().analyze(page('fine'))).resolves.toMatchObject(whole('fine'));
  });

  test('has a version if its technologies are all known, so that it is read again otherwise', async () => {
    const pool = openPool();
    const version = { digest: 'digest of https://a.com/fine' };
    await expect(pool.analyze(page('fine'))).resolves.toMatchObject({ record: { version } });
    const cut = await pool.analyze(page('cutting/fine'));
    expect(cut.kind === 'page' ? Object.keys(cut.record) : []).not.toContain('version');
  });

  test.each([
    ['hang', 300, '300 ms', '3 s'],
    ['hang-in-regex', 300, '300 ms', '3 s'],
    ['wait', 100, '100 ms', '1 s'],
  ])('makes the thread %s is given up', async (fault, deadlineMs, processorTime, wallTime) => {
    const pool = openPool({ deadlineMs });
    const [reading, detecting] = [`reading/${fault}`, `detecting/${fault}`];
    await expect(pool.analyze(page(reading))).resolves.toEqual({
      kind: 'crashed',
      reason: gaveUp('page was not read', processorTime, wallTime),
    });
    await expect(pool.analyze(page(detecting))).resolves.toMatchObject({
      ...withoutTechnologies(detecting, ''),
      partial: gaveUp('technology detection did not end', processorTime, wallTime),
    });
  });

  test.each([
    ['explode', 'page needed more than 64 MB', 'technology detection needed more than 64 MB'],
    [
      'exit',
      'page could not be read: the thread ended with code 7',
      'technology detection failed: the thread ended with code 7',
    ],
    [
      'throw',
      'page could not be read: nobody caught throw',
      'technology detection failed: nobody caught throw',
    ],
    [
      'fail',
      'page could not be read: a regex was refused',
      'technology detection failed: a regex was refused',
    ],
  ])('makes the thread %s costs itself, and the next one is fine', async (fault, unread, undetected) => {
    const pool = openPool();
    const [reading, detecting] = [`reading/${fault}`, `detecting/${fault}`];
    await expect(pool.analyze(page(reading))).resolves.toEqual({ kind: 'crashed', reason: unread });
    await expect(pool.analyze(page(detecting))).resolves.toMatchObject(
      withoutTechnologies(detecting, undetected),
    );
    await expect(pool.analyze(page('fine'))).resolves.toMatchObject(whole('fine'));
  });

  test('gets no processor for longer than its deadline is not lost, and later pages have theirs', async () => {
    const pool = openPool({ deadlineMs: 500 });
    await expect(pool.analyze(page('reading/rest'))).resolves.toMatchObject(whole('reading/rest'));
    await expect(pool.analyze(page('detecting/rest'))).resolves.toMatchObject(whole('detecting/rest'));
    await expect(pool.analyze(page('reading/hang'))).resolves.toEqual({
      kind: 'crashed',
      reason: gaveUp('page was not read', '500 ms', '5 s'),
    });
  });

  test('whose detection exceeds its time keeps the results so far, and reports it', async () => {
    await expect(openPool().analyze(page('cutting'))).resolves.toMatchObject({
      ...whole('cutting'),
      partial: 'technology detection was broken off after 3 s',
    });
  });

  test('a late answer for an earlier page is not taken for its own', async () => {
    const pool = openPool();
    await pool.analyze(page('first'));
    await expect(pool.analyze(page('detecting/answer-twice'))).resolves.toMatchObject(
      whole('detecting/answer-twice'),
    );
  });
});

test('a stored page waits until no other page does, and keeps its technologies if it hangs', async () => {
  const pool = openPool({ deadlineMs: 1_000 });
  const ended: string[] = [];
  const technologies = [{ name: 'Known', version: null, confidence: 100, paths: ['a.b'] }];
  const stored = (path: string): Parameters<AnalysisPool['analyzeAgain']>[0] => ({
    url: `https://a.com/${path}`,
    fetchedAt: 5,
    charset: 'utf-8',
    truncated: false,
    source: '<p>',
    facts: { ...NO_PAGE_FACTS, technologies },
  });
  const results = [
    pool.analyze(page('fine')),
    pool.analyzeAgain(stored('fine'), null),
    pool.analyzeAgain(stored('detecting/hang'), null),
    pool.analyzeAgain(stored('reading/hang'), null),
    pool.analyze(page('fine')),
    pool.analyze(page('fine')),
  ];
  const names = ['first', 'again', 'again hung', 'again unread', 'second', 'third'];
  await Promise.all(results.map((result, at) => result.then(() => ended.push(names[at] ?? ''))));
  expect(ended).toEqual(['first', 'second', 'third', 'again', 'again hung', 'again unread']);
  const [, , hung, unread] = await Promise.all(results);
  expect(hung).toMatchObject({
    kind: 'page',
    record: { facts: { technologies } },
    partial: expect.any(String),
  });
  expect(unread).toMatchObject({ kind: 'crashed' });
});

test('the thread gets the data about a page’s host', async () => {
  const known = { ...page('fine'), certIssuer: 'Trust', robotsTxt: '# robots' };
  await expect(openPool().analyze(known)).resolves.toMatchObject({
    record: { facts: { generators: ['Trust'], description: '# robots' } },
  });
});

test('of 60 pages, every tenth hanging or exploding, the other 54 are right', async () => {
  const warnings: Error[] = [];
  const listener = (warning: Error) => warnings.push(warning);
  process.on('warning', listener);
  onTestFinished(() => void process.off('warning', listener));
  const pool = openPool({ threads: 3, deadlineMs: 1_000 });
  const paths = Array.from({ length: 60 }, (_, n) => {
    if (n % 30 === 0) return `reading/hang/${n}`;
    return n % 10 === 0 ? `detecting/explode/${n}` : `fine/${n}`;
  });
  const results = await Promise.all(paths.map((path) => pool.analyze(page(path))));
  // On a busy machine a thread may reach the deadline before it has eaten its memory.
  const lost: unknown = expect.stringMatching(
    /^technology detection (?:needed more than 64 MB|did not end within (?:1 s of processor time|10 s))$/,
  );
  const expected = paths.map((path) => {
    if (path.startsWith('reading'))
      return { kind: 'crashed', reason: gaveUp('page was not read', '1 s', '10 s') };
    return path.startsWith('detecting') ? { ...withoutTechnologies(path, ''), partial: lost } : whole(path);
  });
  expect(results).toMatchObject(expected);
  expect(warnings).toEqual([]);
});

describe('a stored page that', () => {
  const technologies = [{ name: 'Shop', version: '1', confidence: 90, paths: ['a.b'] }];
  const stored = (path: string) => ({
    url: `https://a.com/${path}`,
    utf8: new Uint8Array(new SharedArrayBuffer(4)),
    technologies,
  });
  const found = technologies.map((one) => ({ ...one, evidence: [], impliedBy: [] }));

  test('is explained has the evidence of its technologies', async () => {
    const pool = openPool();
    const [fine, cut] = await Promise.all([pool.explain(stored('fine')), pool.explain(stored('cutting'))]);
    expect(fine).toEqual({ kind: 'explained', technologies: found, partial: null });
    expect(cut).toMatchObject({ partial: 'technology detection was broken off after 3 s' });
  });

  test.each([
    ['hang', gaveUp('technology detection did not end', '300 ms', '3 s')],
    ['explode', 'technology detection needed more than 64 MB'],
    ['exit', 'technology detection failed: the thread ended with code 7'],
    ['fail', 'technology detection failed: a regex was refused'],
  ])('makes the thread %s costs itself, and the next one is fine', async (fault, reason) => {
    const pool = openPool({ deadlineMs: fault === 'hang' ? 300 : 20_000 });
    expect(await pool.explain(stored(`reading/${fault}`))).toEqual({ kind: 'crashed', reason });
    expect(await pool.explain(stored('fine'))).toMatchObject({ kind: 'explained' });
    await expect(pool.analyze(page('fine'))).resolves.toMatchObject(whole('fine'));
  });

  test('is explained comes before queued analyses, and after earlier ones of its kind', async () => {
    const pool = openPool();
    const ended: string[] = [];
    const note = (name: string) => () => void ended.push(name);
    await Promise.all([
      pool.analyze(page('1')).then(note('analysis 1')),
      pool.analyze(page('2')).then(note('analysis 2')),
      pool.explain(stored('1')).then(note('explanation 1')),
      pool.explain(stored('2')).then(note('explanation 2')),
    ]);
    expect(ended).toEqual(['explanation 1', 'explanation 2', 'analysis 1', 'analysis 2']);
  });

  test('still waits when the pool is closed is refused', async () => {
    const pool = openPool();
    const [waiting] = await Promise.allSettled([pool.explain(stored('1')), pool.close()]);
    expect(waiting).toMatchObject({ reason: { message: 'the analysis pool was closed' } });
  });
});

describe('an icon', () => {
  const icon = (text: string): Uint8Array => Buffer.from(text);

  test('is read in a thread', async () => {
    const pool = openPool();
    expect(await pool.readIcon(icon('fine'), 'queued')).toMatchObject({ bytes: 4, problem: 'was read' });
  });

  test.each([
    ['hang', gaveUp('was not decoded', '300 ms', '3 s')],
    ['explode', 'needed more than 64 MB'],
    ['exit', 'could not be decoded: the thread ended with code 7'],
    ['fail', 'could not be decoded: a regex was refused'],
  ])(
    'that makes the thread %s has the hashes of its bytes, and the next page is fine',
    async (fault, problem) => {
      const pool = openPool({ deadlineMs: fault === 'hang' ? 300 : 20_000 });
      const bytes = icon(`reading/${fault}`);
      const md5 = createHash('md5').update(bytes).digest('hex');
      expect(await pool.readIcon(bytes, 'urgent')).toMatchObject({ md5, phash: null, png: null, problem });
      await expect(pool.analyze(page('fine'))).resolves.toMatchObject(whole('fine'));
    },
  );
});

describe('the queue', () => {
  test('is first come, first served', async () => {
    const pool = openPool();
    const ended: number[] = [];
    await Promise.all(
      Array.from({ length: 30 }, (_, n) => pool.analyze(page(`${n}`)).then(() => ended.push(n))),
    );
    expect(ended).toEqual(Array.from({ length: 30 }, (_, n) => n));
  });

  test('refuses a page more than it holds, and takes pages again once it has room', async () => {
    const pool = openPool({ threads: 1, queueLimit: 2 });
    const taken = ['1', '2', '3'].map((path) => pool.analyze(page(path)));
    await expect(pool.analyze(page('4'))).rejects.toThrow('the analysis queue is full: 2 pages wait already');
    await expect(Promise.all(taken)).resolves.toHaveLength(3);
    await expect(pool.analyze(page('4'))).resolves.toMatchObject(whole('4'));
  });

  test('of length 0 takes as many pages as there are threads, even while they start', async () => {
    const pool = openPool({ threads: 2, queueLimit: 0 });
    const taken = ['1', '2'].map((path) => pool.analyze(page(path)));
    await expect(pool.analyze(page('3'))).rejects.toThrow('the analysis queue is full');
    await expect(Promise.all(taken)).resolves.toHaveLength(2);
  });
});

describe('a body', () => {
  test('that fills its memory is moved', async () => {
    const body = new TextEncoder().encode('<p>moved');
    await expect(openPool().analyze(page('x', body))).resolves.toMatchObject({
      record: { source: encodeSource('<p>moved 1000') },
    });
    expect(body).toHaveLength(0);
  });

  test('that is part of a larger buffer is copied', async () => {
    const memory = Buffer.alloc(1 << 20, 'z');
    const body = memory.subarray(10, 13);
    await expect(openPool().analyze(page('x', body))).resolves.toMatchObject({
      record: { source: encodeSource('zzz 1000') },
    });
    expect(body.toString()).toBe('zzz');
  });

  test('in Node’s own buffer pool, or shared with other threads, or empty, is no trouble', async () => {
    const pool = openPool();
    const [small, other] = [Buffer.from('small'), Buffer.from('other')];
    const shared = new Uint8Array(new SharedArrayBuffer(2)).fill(0x79);
    const sources = [small, shared, new Uint8Array(0)].map(async (body) => {
      const result = await pool.analyze(page('x', body));
      return result.kind === 'page' ? sourceText(result.record.source) : result.reason;
    });
    await expect(Promise.all(sources)).resolves.toEqual(['small 1000', 'yy 1000', ' 1000']);
    expect([small.toString(), other.toString()]).toEqual(['small', 'other']);
  });

  test('that was handed over before is refused by name, and the pool goes on', async () => {
    const pool = openPool();
    const twice = page('x', new TextEncoder().encode('<p>once'));
    await pool.analyze(twice);
    await expect(pool.analyze(twice)).rejects.toThrow(
      'the body of https://a.com/x was handed over by an earlier call',
    );
    await expect(pool.analyze(page('fine'))).resolves.toMatchObject(whole('fine'));
  });
});

describe('close', () => {
  test('rejects queued pages, the one under analysis, and later ones', async () => {
    const pool = openPool();
    await pool.analyze(page('fine'));
    const calls = [page('reading/hang'), page('waits'), page('waits-too')].map((each) => pool.analyze(each));
    const refused = Promise.allSettled(calls);
    await pool.close();
    const reasons = (await refused).map((each) =>
      each.status === 'rejected' ? String(each.reason) : 'not refused',
    );
    expect(reasons).toEqual(Array.from({ length: 3 }, () => 'Error: the analysis pool was closed'));
    await expect(pool.analyze(page('late'))).rejects.toThrow('the analysis pool was closed');
  });

  test('works while threads start, with more threads than an event target expects listeners, and twice', async () => {
    const pool = openPool({ threads: 12 });
    await expect(Promise.all([pool.close(), pool.close()])).resolves.toHaveLength(2);
  });
});

describe('threads that do not start', () => {
  test.each([
    [
      'throw new Error("fingerprints.json is missing")',
      'analysis threads cannot be started: fingerprints.json is missing',
    ],
    [
      'const hoard = []; for (;;) hoard.push(new Array(1 << 18).fill(hoard.length))',
      'analysis threads cannot be started: a thread needs more by itself than 32 MB',
    ],
    ['process.exit(0)', 'analysis threads cannot be started: the thread ended with code 0'],
  ])('(%s) are an error of each page, not an endless wait', async (script, message) => {
    const pool = openPool({ heapMb: 32, entry: new URL(`data:text/javascript,${script}`) });
    const calls = await Promise.allSettled([pool.analyze(page('1')), pool.analyze(page('2'))]);
    expect(calls.map((call) => call.status === 'rejected' && String(call.reason))).toEqual(
      Array.from({ length: 2 }, () => `Error: ${message}`),
    );
    await expect(pool.analyze(page('3'))).rejects.toThrow(message);
  });

  test('are ended by close', async () => {
    const pool = openPool({ entry: new URL('data:text/javascript,setInterval(() => {}, 1e6)') });
    const [call] = await Promise.allSettled([pool.analyze(page('1')), pool.close()]);
    expect(call).toMatchObject({ status: 'rejected', reason: { message: 'the analysis pool was closed' } });
  });
});

test.each([
  [{ threads: 0 }, 'analysis: threads is 0, but must be a whole number of at least 1'],
  [{ deadlineMs: 0.5 }, 'analysis: deadlineMs is 0.5'],
  [{ heapMb: 8 }, 'analysis: heapMb is 8, but must be a whole number of at least 16'],
  [{ queueLimit: -1 }, 'analysis: queueLimit is -1'],
  [{ maxSourceBytes: Number.NaN }, 'analysis: maxSourceBytes is NaN'],
])('options %o are refused', (options, message) => {
  expect(() => openPool(options)).toThrow(message);
});
