import { expect, test } from 'vitest';
import { readRankedDomains } from './ranked-domains.ts';

/** Each line as `position domain` or `line!reason`. */
async function read(...lines: string[]): Promise<string[]> {
  const seen: string[] = [];
  for await (const one of readRankedDomains(lines)) {
    seen.push(one.kind === 'ranked' ? `${one.position} ${one.domain}` : `${one.line}!${one.reason}`);
  }
  return seen;
}

test('rank and domain without a header (Tranco), domains written like sites', async () => {
  expect(
    await read('\uFEFF1,google.com\r', '2, WWW.Example.COM.', '3,bücher.example', '', '4,192.0.2.7'),
  ).toEqual(['1 google.com', '2 example.com', '3 xn--bcher-kva.example', '4 192.0.2.7']);
});

test('the columns by their names (Majestic), and not the first number', async () => {
  expect(
    await read(
      'GlobalRank,TldRank,Domain,TLD,RefSubNets,RefIPs,IDN_Domain,IDN_TLD,PrevGlobalRank,PrevTldRank',
      '11,7,example.org,org,5,6,example.org,org,12,8',
      'Domain,x,y',
    ),
  ).toEqual(['11 example.org', '3!the rank is not a whole number from 1 to 1000000000']);
  expect(await read('TldRank,"Domain","GlobalRank"', '3,"example.org","40"')).toEqual(['40 example.org']);
  expect(await read('origin,rank', 'https://www.example.org,1000')).toEqual(['1000 example.org']);
  expect(await read('example.org,5', 'example.net,6')).toEqual(['5 example.org', '6 example.net']);
});

test('a public suffix has a rank, although a list of sites may not name it', async () => {
  expect(await read('1,gov.uk', '2,co.jp', '3,4.17.21')).toEqual([
    '1 gov.uk',
    '2 co.jp',
    '3!not four numbers, as an IPv4 address has',
  ]);
});

test('after a header without ranks every line is refused with that reason', async () => {
  expect(await read('domain,links', 'example.org,7')).toEqual(['2!the header names no column "rank"']);
});

test.each([
  ['0,a.com', 'the rank is not a whole number from 1 to 1000000000'],
  ['-3,a.com', 'the rank is not a whole number from 1 to 1000000000'],
  ['1e9,a.com', 'the rank is not a whole number from 1 to 1000000000'],
  ['1.0,a.com', 'the rank is not a whole number from 1 to 1000000000'],
  ['1000000001,a.com', 'the rank is not a whole number from 1 to 1000000000'],
  ['99999999999999999999,a.com', 'the rank is not a whole number from 1 to 1000000000'],
  ['٣,a.com', 'the rank is not a whole number from 1 to 1000000000'],
  [',a.com', 'the rank is not a whole number from 1 to 1000000000'],
  ['7', 'no value in the column of domains'],
  ['7,', 'no value in the column of domains'],
  ['7,8', 'a number, not a domain'],
  ['7,a b.com', 'not a domain or http(s) URL'],
  ['7,a\uFFFD.com', 'not in UTF-8'],
  ['7,https://me:secret@a.com/', 'a URL with a password'],
  ['7,"a.com', 'broken quotes'],
  [`7,${'a'.repeat(2_047)}`, 'longer than 2048 characters'],
])('%j is refused', async (line, reason) => {
  expect(await read('1,first.com', line, '1000000000,last.com')).toEqual([
    '1 first.com',
    `2!${reason}`,
    '1000000000 last.com',
  ]);
});

test('no column is guessed from junk', async () => {
  expect(await read('Top sites of the week', 'a.com', 'x,b.com', '1,c.com')).toEqual([
    '1!no field with a domain',
    '2!no field with a rank',
    '3!no field with a rank',
    '1 c.com',
  ]);
});
