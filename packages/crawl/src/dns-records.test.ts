import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  mx,
  name,
  type RecordServer,
  type ServedAnswer,
  serveRecords,
  soa,
  txt,
} from '../test/record-server.ts';
import { recordsAt } from './dns-records.ts';

/** Answers by the question; of all other names there are none. */
const ZONES: Readonly<Record<string, ServedAnswer>> = {
  'MX shop.test': [mx(20, 'backup.mail.test'), mx(10, 'mail.test')],
  'NS shop.test': [name('ns2.host.test'), name('ns1.host.test')],
  'SOA shop.test': [soa('ns1.host.test', 'hostmaster.host.test')],
  'TXT shop.test': [txt('v=spf1 include:mail.test', ' -all'), txt('shop-verification=7')],
  'MX failing.test': 'SERVFAIL',
  'NS failing.test': [name('ns1.host.test')],
  'SOA failing.test': 'REFUSED',
  'TXT failing.test': 'GARBAGE',
  'MX silent.test': [mx(10, 'mail.test')],
  'TXT silent.test': 'SILENCE',
  'TXT many.test': Array.from({ length: 500 }, (_, at) => txt(`key-${String(at).padStart(3, '0')}`)),
  'TXT odd.test': [
    txt(Buffer.from([0x66, 0xfc, 0x72, 0x00, 0x1b, 0x5b, 0x0a])),
    txt('grün ☃'),
    txt(''),
    txt(...Array.from({ length: 40 }, () => 'x'.repeat(255))),
  ],
};

let server: RecordServer;
beforeAll(async () => {
  server = await serveRecords(
    (host, type) =>
      ZONES[`${type} ${host}`] ??
      (host.endsWith('none.test') ? 'NXDOMAIN' : host.startsWith('slow') ? 'SILENCE' : []),
  );
});
afterAll(() => server.close());

describe('DNS records', () => {
  test('are those of the registrable domain, sorted, a line each', async () => {
    expect(await recordsAt([server.address])('www.shop.test')).toEqual({
      records: [
        'MX 10 mail.test',
        'MX 20 backup.mail.test',
        'NS ns1.host.test',
        'NS ns2.host.test',
        'SOA ns1.host.test hostmaster.host.test',
        'TXT shop-verification=7',
        'TXT v=spf1 include:mail.test -all',
      ],
      problem: null,
    });
  });

  test.each(['none.test', 'empty.test'])('are none of %s, which is not a failure', async (domain) => {
    expect(await recordsAt([server.address])(domain)).toEqual({ records: [], problem: null });
  });

  test('that a server refuses or garbles are said to be missing, the others are there', async () => {
    const { records, problem } = await recordsAt([server.address], { timeoutMs: 3_000 })('failing.test');
    expect(records).toEqual(['NS ns1.host.test']);
    expect(problem).toMatch(
      /^DNS of failing\.test: no MX records \(ESERVFAIL\), no SOA records \(EREFUSED\), no TXT records \(E[A-Z]+\)$/,
    );
  });

  test('that no server answers end at the time limit', async () => {
    const { records, problem } = await recordsAt([server.address], { timeoutMs: 300 })('silent.test');
    expect(records).toEqual(['MX 10 mail.test']);
    expect(problem).toMatch(/^DNS of silent\.test: no TXT records \(E(?:CANCELLED|TIMEOUT)\)$/);
  });

  test('are not waited for longer than that if other domains take all turns', async () => {
    const find = recordsAt([server.address], { timeoutMs: 300 });
    const found = await Promise.all(Array.from({ length: 80 }, (_, at) => find(`slow${at}.test`)));
    const problems = found.map(({ problem }) => problem ?? '');
    expect(
      problems.filter((problem) => problem.endsWith('records of other domains took too long')),
    ).not.toEqual([]);
    expect(problems.filter((problem) => !/: no(?:t asked for, since| MX records) /.test(problem))).toEqual(
      [],
    );
  });

  test('of a missing server are none, with the reason', async () => {
    const gone = await serveRecords(() => []);
    await gone.close();
    const { records, problem } = await recordsAt([gone.address], { timeoutMs: 500 })('shop.test');
    expect(records).toEqual([]);
    expect(problem).toMatch(/^DNS of shop\.test: no MX records \(E[A-Z]+\), no NS /);
  });

  test('beyond the bounds come over TCP, are cut, and said to be', async () => {
    const { records, problem } = await recordsAt([server.address])('many.test');
    expect(server.overTcp()).toBeGreaterThan(0);
    expect(records).toEqual(Array.from({ length: 59 }, (_, at) => `TXT key-${String(at).padStart(3, '0')}`));
    expect(problem).toBe('DNS of many.test: 500 TXT records, of which 59 are kept');
  });

  test('are well-formed lines of bounded length, whatever bytes came', async () => {
    const { records, problem } = await recordsAt([server.address])('odd.test');
    expect(problem).toBeNull();
    expect(records).toEqual(['TXT f\ufffdr [ ', 'TXT grün ☃', `TXT ${'x'.repeat(1_000)}`]);
  });

  test('are asked for once an hour, for all hosts of a domain together', async () => {
    let time = 0;
    const find = recordsAt([server.address], { now: () => time });
    const before = server.questions.length;
    await Promise.all([find('a.shop.test'), find('b.shop.test'), find('shop.test')]);
    time = 3_599_999;
    await find('shop.test');
    expect(server.questions.slice(before).toSorted()).toEqual([
      'MX shop.test',
      'NS shop.test',
      'SOA shop.test',
      'TXT shop.test',
    ]);
    time = 3_600_001;
    await find('shop.test');
    expect(server.questions.length).toBe(before + 8);
  });

  test('with a failure are asked for again after a minute', async () => {
    let time = 0;
    const find = recordsAt([server.address], { now: () => time, timeoutMs: 300 });
    await find('silent.test');
    const before = server.questions.length;
    time = 59_000;
    await find('silent.test');
    expect(server.questions.length).toBe(before);
    time = 60_001;
    await find('silent.test');
    expect(server.questions.length).toBeGreaterThan(before);
  });

  test.each(['192.0.2.7', '2001:db8::7', 'intranet', 'wiki.local', 'a.localhost'])(
    'are not asked for of %s',
    async (host) => {
      const before = server.questions.length;
      expect(await recordsAt([server.address])(host)).toEqual({ records: [], problem: null });
      expect(server.questions.length).toBe(before);
    },
  );
});
