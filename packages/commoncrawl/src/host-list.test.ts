import { expect, test } from 'vitest';
import { FoundHosts, HostList } from './host-list.ts';
import { selectionOf, sitesBelow } from './selection.ts';

test('names are read as hosts, each once, and what is none is told', async () => {
  const names = [
    'Example.com',
    'www.example.com',
    'https://shop.example.com/',
    'co.uk',
    'no host',
    'bücher.example',
    '192.0.2.1',
    'com',
  ];
  const { hosts, refused } = await HostList.of(names);
  expect([...hosts.names()]).toEqual(['example.com', 'shop.example.com', 'xn--bcher-kva.example']);
  expect(refused).toEqual({ count: 4, first: ['co.uk', 'no host', '192.0.2.1', 'com'] });
});

test('a registrable domain stands for all below it, another host for itself', async () => {
  const { hosts } = await HostList.of(['example.com', 'shop.other.com', 'a.com', 'a-b.com']);
  const namesOf = (host: string): readonly string[] => hosts.numbersOf(host).map((at) => hosts.nameAt(at));
  expect(namesOf('www.example.com')).toEqual(['example.com']);
  expect(namesOf('x.y.example.com')).toEqual(['example.com']);
  expect(namesOf('shop.other.com')).toEqual(['shop.other.com']);
  expect(namesOf('x.shop.other.com')).toEqual([]);
  expect(namesOf('other.com')).toEqual([]);
  expect(namesOf('b-a.com')).toEqual([]);
  expect(namesOf('example.com.evil.com')).toEqual([]);
});

test('of 200,000 hosts the half without a record is counted, and the first ones are named', async () => {
  const { hosts } = await HostList.of(Array.from({ length: 200_000 }, (_, at) => `host${at}.example`));
  const found = new FoundHosts(hosts);
  for (let at = 0; at < 200_000; at += 2)
    for (const number of hosts.numbersOf(`host${at}.example`)) found.mark(number);
  const again = new FoundHosts(hosts, Uint8Array.from(found.bits));
  const { count, first } = again.missing();
  expect(count).toBe(100_000);
  expect(first).toHaveLength(20);
  for (const name of first) expect(name).toMatch(/^host\d*[13579]\.example$/);
});

test('an empty list, and one without a host, are refused', async () => {
  await expect(HostList.of([])).rejects.toThrow('the list names no host: write one a line');
  await expect(HostList.of(['co.uk', '!'])).rejects.toThrow(
    'none of the 2 names of the list is that of a host, the first is "co.uk"',
  );
});

test.each([
  ['blog', 'the path "blog" is not a path'],
  ['/a?b', 'the path "/a?b" is not a path'],
  ['/a*b', 'the path "/a*b" is not a path'],
])('the path %s is refused', (path, problem) => {
  expect(() => selectionOf(sitesBelow('de'), { path })).toThrow(problem);
});

test('a language or a suffix that there is not is refused', () => {
  expect(() => selectionOf(sitesBelow('de'), { languages: ['german'] })).toThrow(
    '"german" is not a code of a language',
  );
  expect(() => sitesBelow('nosuchtld')).toThrow('"nosuchtld" is not a top-level domain');
  expect([...selectionOf(sitesBelow('.DE'), { languages: ['deu', 'en', 'fra'] }).languages]).toEqual([
    'de',
    'en',
    'fr',
  ]);
});
