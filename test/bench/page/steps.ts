// The steps of a page, each on what the earlier ones made of it.
import { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import { extractPage, languageDetector, loadOwnerDetails } from '@sitegrep/facts';
import { loadLanguages } from '@sitegrep/facts/data';
import { foldUtf8 } from '@sitegrep/fold';
import { siteWords, wordMaker } from '@sitegrep/fulltext';
import { type HtmlVisitor, readPageText, visitHtml } from '@sitegrep/html';
import { decodeBody } from '@sitegrep/html/decode';
import { encodeSource, foldSite, labelsOf, type Page, type PageRecord } from '@sitegrep/site';
import { createDetector } from '@sitegrep/technologies';
import { loadFingerprints } from '@sitegrep/technologies/data';
import { readDocument, readWholePage } from '../../../packages/facts/src/document/document.ts';
import { NameTable } from '../../../packages/html/src/parser/name-table.ts';
import {
  FULL_TEXT_SQL,
  WORD_COLUMNS,
} from '../../../packages/storage/src/sqlite/domains/full-text/schema.ts';

const NO_ATTRIBUTES = new NameTable([]);
const VISITOR: HtmlVisitor = {
  open: () => undefined,
  attribute: () => undefined,
  opened: () => undefined,
  text: () => undefined,
  close: () => undefined,
};
const MAX_SOURCE = 4 << 20;
const MAX_SITE = 64 << 20;

/** @returns steps by name, each of which runs for the page with a number; nothing is kept of what they give */
export async function pageSteps(
  pages: readonly Page[],
): Promise<Readonly<Record<string, (index: number) => unknown>>> {
  const languageOf = languageDetector(loadLanguages());
  const ownerDetails = await loadOwnerDetails();
  const detector = createDetector(loadFingerprints());
  const makeWords = wordMaker();
  const known = pages.map((page) => {
    const { source, charset, signals, facts, truncated } = extractPage(page, { languageOf, ownerDetails });
    const record: PageRecord = {
      url: page.url,
      fetchedAt: page.fetchedAt,
      charset,
      source,
      truncated,
      facts: { ...facts, version: '1', ...detector.record(signals) },
    };
    const utf8 = Buffer.from(source);
    const domain = new URL(page.url).hostname;
    const document = foldSite(domain, [record], { maxSiteBytes: MAX_SITE });
    const text = readPageText(source);
    const words = makeWords(record, text);
    return {
      page,
      source,
      text,
      words,
      signals,
      record,
      utf8,
      domain,
      document,
      site: siteWords(domain, [record], [words]),
    };
  });
  const db = new DatabaseSync(':memory:');
  db.exec(FULL_TEXT_SQL);
  const insert = db.prepare(
    `INSERT INTO word (${WORD_COLUMNS.join(', ')}) VALUES (${WORD_COLUMNS.map(() => '?').join(', ')})`,
  );
  const on =
    <Value>(step: (page: (typeof known)[number]) => Value) =>
    (index: number): Value | undefined => {
      const page = known[index];
      return page === undefined ? undefined : step(page);
    };
  return {
    'decode the body': on(({ page }) => decodeBody(page.body, [], MAX_SOURCE, false)),
    'read the markup, for nobody': on(({ source }) => visitHtml(source, VISITOR, NO_ATTRIBUTES)),
    'read the document': on(({ source }) => readDocument(source, false)),
    'read the text in blocks': on(({ source }) => readPageText(source)),
    'read all in one pass': on(({ source }) => readWholePage(source, false)),
    'decode, document and facts': on(({ page }) => extractPage(page, { languageOf, links: false })),
    'the same with owner details': on(({ page }) =>
      extractPage(page, { languageOf, ownerDetails, links: false }),
    ),
    'the same with links': on(({ page }) => extractPage(page, { languageOf, ownerDetails })),
    technologies: on(({ signals }) => detector.record(signals)),
    'encode the source': on(({ source }) => encodeSource(source)),
    labels: on(({ document }) => labelsOf(document)),
    'words, stems and compressed lines': on(({ record, text }) => makeWords(record, text)),
    'words of a page into those of its site': on(({ domain, record, words }) =>
      siteWords(domain, [record], [words]),
    ),
    'words into FTS5': on(({ site }) => {
      for (const { fields, forms } of site.pages)
        insert.run(...WORD_COLUMNS.map((column) => (column === 'forms' ? forms : fields[column])));
    }),
    'compress the source': on(({ utf8 }) => zstdCompressSync(utf8)),
    'fold the source': on(({ utf8 }) => foldUtf8(utf8)),
    'facts as JSON': on(({ record }) => JSON.stringify(record.facts)),
    'facts to another thread and back': on(({ record }) => structuredClone(record.facts)),
  };
}
