import type { DetectedTechnology, DomainDocument, PageRecord } from '@sitegrep/site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainIndex } from '../../src/domains.ts';
import { documentOf, put } from './documents.ts';
import type { EmptyStore } from './empty-store.ts';
import { linkedEmail } from '@sitegrep/site/test/facts';

const COUNT = 300;

/** Domains of which neighbours in the order of code points were put far apart. */
function nameOf(number: number): string {
  return `${((number * 7_919) % COUNT).toString(36)}-${number % 3}.reads.test`;
}

/** A document with one to four pages. */
function numbered(number: number): DomainDocument {
  const sources = Array.from({ length: 1 + (number % 4) }, (_, page) => `<p>${number} ${page} 😀`);
  const emails = [linkedEmail(`${number}@reads.test`)];
  return documentOf(nameOf(number), sources, { title: `Title ${number}`, emails });
}

const JQUERY: DetectedTechnology = {
  name: 'jQuery',
  version: '3.7.1',
  confidence: 100,
  paths: ['web_development.javascript_libraries'],
};

export function describeDomainReads(emptyStore: EmptyStore<DomainIndex>): void {
  describe('reads of known domains', () => {
    let index: DomainIndex;
    beforeAll(async () => {
      index = await (await emptyStore())();
      await put(index, ...Array.from({ length: COUNT }, (_, number) => numbered(number)));
      await index.setRanks([
        { domain: nameOf(5), rank: 812 },
        { domain: 'ranked-only.test', rank: 3 },
      ]);
      await put(index, documentOf('gone.test', ['gone']));
      await index.delete('gone.test');
    });
    afterAll(() => index.close());

    it('look up facts and ranks in the order of the list, repeated and unknown ones too', async () => {
      const known = Array.from({ length: COUNT }, (_, number) => nameOf(number));
      const names = [
        'unknown.test',
        ...known,
        'ranked-only.test',
        known[5] ?? '',
        'gone.test',
        known[5] ?? '',
        'http://x/',
      ];
      const stored = new Map<string, unknown>();
      for await (const { domain, rank, facts } of index.scan()) stored.set(domain, { domain, rank, facts });
      const answers = await index.lookup(names);
      expect(answers).toEqual(names.map((domain) => stored.get(domain) ?? null));
      expect(answers.filter((answer) => answer !== null)).toHaveLength(COUNT + 2);
      expect(answers[6]).toMatchObject({ domain: nameOf(5), rank: 812, facts: { title: 'Title 5' } });
    });

    it('look nothing up in an empty list', async () => {
      expect(await index.lookup([])).toEqual([]);
    });

    it('look up what was just put, and not what was replaced', async () => {
      await put(index, documentOf('fresh.test', ['one'], { title: 'old' }));
      await put(index, documentOf('fresh.test', ['two'], { title: 'new' }));
      const [hit] = await index.lookup(['fresh.test']);
      expect(hit?.facts.title).toBe('new');
      await index.delete('fresh.test');
      expect(await index.lookup(['fresh.test'])).toEqual([null]);
    });

    it('list the pages of a domain', async () => {
      const document = numbered(7);
      await put(index, document);
      expect(await index.pages(document.domain)).toEqual({
        ...(await index.get(document.domain)),
        pages: document.pages.map(({ url, fetchedAt, charset, truncated, source, facts }) => ({
          url,
          fetchedAt,
          charset,
          truncated,
          title: 'Title',
          sourceBytes: Buffer.byteLength(source),
          renderedBytes: null,
          screenshotBytes: null,
          version: null,
          factsVersion: facts.version,
        })),
      });
      for (const domain of ['unknown.test', 'ranked-only.test', 'gone.test'])
        expect(await index.pages(domain)).toBeNull();
    });

    it('list the technologies of each page', async () => {
      const { pages, ...rest } = documentOf('technologies.test', ['<p>one', '<p>zwei ☃']);
      const found = [[JQUERY], []];
      const document = {
        ...rest,
        pages: pages.map((page, at) => ({
          ...page,
          facts: { ...page.facts, technologies: found[at] ?? [] },
        })),
      };
      await put(index, document);
      expect(await index.technologies('technologies.test')).toEqual({
        revision: (await index.get('technologies.test'))?.revision,
        pages: document.pages.map(({ url, fetchedAt, source, facts }, at) => ({
          url,
          fetchedAt,
          sourceBytes: Buffer.byteLength(source),
          factsVersion: facts.version,
          technologies: found[at],
        })),
      });
      for (const domain of ['unknown.test', 'ranked-only.test', 'gone.test'])
        expect(await index.technologies(domain)).toBeNull();
    });

    it('list the hosts that each page links to', async () => {
      const { pages, ...rest } = documentOf('links.test', ['<p>one', '<p>two']);
      const hosts = [['a.other.test', 'b.other.test'], []];
      const linking = pages.map((page, at) => ({
        ...page,
        facts: { ...page.facts, linkedDomains: hosts[at] ?? [] },
      }));
      await put(index, { ...rest, pages: linking });
      expect(await index.links('links.test')).toEqual({
        revision: (await index.get('links.test'))?.revision,
        pages: pages.map(({ url }, at) => ({ url, hosts: hosts[at] })),
      });
      for (const domain of ['unknown.test', 'ranked-only.test', 'gone.test'])
        expect(await index.links(domain)).toBeNull();
    });

    it('give what a site answers, of the first page that has it, with the texts of some pages', async () => {
      const { pages, ...rest } = documentOf('answers.test', ['<p>one', '<p>two', '<p>three']);
      const headers = ['HTTP 200\nserver: nginx\n', null, 'HTTP 404\n'];
      const site = {
        files: [
          {
            name: 'robots.txt',
            status: 200,
            isReal: true,
            reason: null,
            bytes: 12,
            truncated: false,
            digest: 'x',
          },
        ],
        agents: { others: 'allowed', named: [{ agent: 'GPTBot', verdict: 'blocked' }] },
        certificate: null,
        icon: null,
      } as const;
      const file = '/robots.txt\nUser-agent:\n\n';
      const answering = pages.map(({ facts, ...page }, at): PageRecord => {
        const text = headers[at] ?? null;
        const answers = { headers: text ?? '', cookies: at === 0 ? '\n_ga; path=/\n' : '', file };
        return {
          ...page,
          facts: {
            ...facts,
            site: at === 1 ? null : site,
            hosts: at === 0 ? [] : [{ host: 'cdn.test', kinds: at === 1 ? 's' : 'i' }],
          },
          ...(text === null ? {} : { answers }),
        };
      });
      await put(index, { ...rest, pages: answering });
      const { revision } = (await index.get('answers.test')) ?? {};
      const hosts = [{ host: 'cdn.test', kinds: 'si' }];
      const known = { revision, site, fileText: file, hosts, pageCount: 3 };
      const [first, second, third] = pages.map(({ url }, at) => ({
        url,
        texts:
          (headers[at] ?? null) === null
            ? null
            : { headers: headers[at], cookies: at === 0 ? '\n_ga; path=/\n' : '' },
      }));
      expect(await index.answers('answers.test', { offset: 0, limit: 2 })).toEqual({
        ...known,
        pages: [first, second],
      });
      expect(await index.answers('answers.test', { offset: 2, limit: 2 })).toEqual({
        ...known,
        pages: [third],
      });
      expect(await index.answers('answers.test', { offset: 3, limit: 2 })).toEqual({ ...known, pages: [] });
      for (const domain of ['unknown.test', 'ranked-only.test', 'gone.test'])
        expect(await index.answers(domain, { offset: 0, limit: 2 })).toBeNull();
    });

    it('read the sources of the pages that are names for, in the order of the document', async () => {
      const sources = Array.from({ length: 23 }, (_, page) => `\ufeff<p>Seite ${page} 😀`);
      const document = documentOf('sources.test', sources);
      await put(index, document);
      const urls = document.pages.map(({ url }) => url);
      const read = async (...wanted: readonly string[]) => {
        const found = await index.sources('sources.test', wanted);
        return found?.pages.map(({ utf8, ...page }) => ({ ...page, source: Buffer.from(utf8).toString() }));
      };
      const expected = document.pages.map(({ url, fetchedAt, charset, truncated, source }) => ({
        url,
        fetchedAt,
        charset,
        truncated,
        source,
      }));
      expect(await read(...urls.toReversed(), ...urls)).toEqual(expected);
      for (const [at, url] of urls.entries()) expect(await read(url)).toEqual([expected[at]]);
      expect(await read('https://sources.test/', `${urls[3]}#x`, `${urls[22]}~`)).toEqual([]);
      expect((await index.sources('sources.test', []))?.revision).toBe(
        (await index.get('sources.test'))?.revision,
      );
      for (const domain of ['unknown.test', 'ranked-only.test', 'gone.test'])
        expect(await index.sources(domain, urls)).toBeNull();
    });

    it('read what scripts wrote, of the pages that were rendered', async () => {
      const { pages, ...rest } = documentOf('rendered.test', ['<div id=a>', '<div id=b>', '<div id=c>']);
      const written = pages.map((page, at) =>
        at === 1 ? page : { ...page, rendered: { source: `<p>Straße ${at}\0\ud800`, truncated: at === 2 } },
      );
      await put(index, { ...rest, pages: written });
      const urls = pages.map(({ url }) => url);
      const found = await index.sources('rendered.test', urls, 'rendered');
      expect(
        found?.pages.map(({ url, truncated, utf8 }) => [url, truncated, Buffer.from(utf8).toString()]),
      ).toEqual([
        [urls[0], false, '<p>Straße 0\ufffd'],
        [urls[2], true, '<p>Straße 2\ufffd'],
      ]);
      const stored = await index.get('rendered.test');
      expect(stored?.pages.map(({ rendered }) => rendered)).toEqual([
        { source: '<p>Straße 0\ufffd', truncated: false },
        undefined,
        { source: '<p>Straße 2\ufffd', truncated: true },
      ]);
      const listed = await index.pages('rendered.test');
      expect(listed?.pages.map(({ renderedBytes }) => renderedBytes)).toEqual([15, null, 15]);
      await put(index, { ...rest, pages });
      expect((await index.sources('rendered.test', urls, 'rendered'))?.pages).toEqual([]);
    });

    it('give sources in memory that threads share', async () => {
      await put(index, documentOf('shared.test', ['<p>shared']));
      const found = await index.sources('shared.test', ['https://shared.test/000000']);
      expect(found?.pages[0]?.utf8.buffer).toBeInstanceOf(SharedArrayBuffer);
    });
  });
}
