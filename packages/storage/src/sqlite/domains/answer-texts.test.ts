import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TextNeedle } from '@sitegrep/search';
import type { DomainDocument } from '@sitegrep/site';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backUp, restore } from '../../../test/backups.ts';
import { documentOf, put } from '../../../test/conformance/documents.ts';
import { domainsWith } from '../../../test/conformance/domain-rendered.ts';
import { rebuildTextIndex } from '../maintenance/rebuild.ts';
import { mergeTextIndex } from '../maintenance/text-index.ts';
import { verifyTextIndex } from '../maintenance/verify.ts';
import { openSqliteStorage } from '../storage.ts';

let root: string;
let dataDir: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sitegrep-'));
  dataDir = join(root, 'data');
  await mkdir(dataDir);
});
afterEach(() => rm(root, { recursive: true }));

const BUILD_BYTES = 1 << 20;
const SCOPES = ['headers', 'cookies', 'file'] as const;

/** A domain with one page, each of whose texts says something; null: they are not known. */
function answeredDocument(domain: string, said: string | null): DomainDocument {
  const document = documentOf(domain, ['source']);
  if (said === null) return document;
  const answers = { headers: `HTTP 200\nx: ${said}\n`, cookies: `\n${said};\n`, file: `/a.txt\n${said}\n\n` };
  return { ...document, pages: document.pages.map((page) => ({ ...page, answers })) };
}

/** Domains of which one says something, one said it, one never was known, and one is gone, as is one that was taken down. */
async function fill(): Promise<void> {
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  const { domains } = storage;
  const saying = ['was', 'is', 'unknown', 'gone', 'down'].map((name) =>
    answeredDocument(`${name}.test`, 'Said'),
  );
  await put(domains, ...saying);
  await put(domains, answeredDocument('was.test', 'other'), answeredDocument('unknown.test', null));
  await domains.delete('gone.test');
  await domains.blocks.takeDown({ domain: 'down.test', reason: 'asked', at: 0 });
  await storage.close();
}

/** The domains that say it, by each text, once all of a folder was verified. */
async function answersOf(folder: string): Promise<readonly (readonly string[])[]> {
  await verifyTextIndex(folder, () => {});
  const storage = await openSqliteStorage({ dataDir: folder, readers: 1 });
  const { domains } = storage;
  const answers: (readonly string[])[] = [];
  for (const scope of SCOPES) {
    const needle: TextNeedle = { kind: 'text', text: 'said', caseSensitive: false, scope };
    answers.push(await domainsWith(domains, needle));
  }
  await storage.close();
  return answers;
}

it('texts beside sources are kept by a backup, a merge and a rebuild, and go with their pages', async () => {
  await fill();
  const expected = SCOPES.map(() => ['is.test']);
  expect(await answersOf(dataDir)).toEqual(expected);
  await backUp(dataDir, join(root, 'backup'));
  expect(await answersOf(await restore(join(root, 'backup'), join(root, 'restored')))).toEqual(expected);
  const { after } = await mergeTextIndex(dataDir, BUILD_BYTES);
  // Three pages with their addresses, and three texts beside two of them: nothing is left of the others.
  expect(after.segments.map(({ documents, deadDocuments }) => [documents, deadDocuments])).toEqual([[12, 0]]);
  expect(await answersOf(dataDir)).toEqual(expected);
  const { signal } = new AbortController();
  await rebuildTextIndex({ dataDir, buildBytes: BUILD_BYTES, fullText: true, signal, onProgress: () => {} });
  expect(await answersOf(dataDir)).toEqual(expected);
});
