import { zstdDecompressSync } from 'node:zlib';
import type { DomainDocument } from '@sitegrep/site';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { documentOf } from '../../../test/conformance/documents.ts';
import { StorageBusy } from '../../errors.ts';
import { wholeSite } from '../../puts.ts';
import type { PackedPut } from './pack.ts';
import { createPacker, type Packer, type UndecidedPut } from './packer.ts';

let packer: Packer;
beforeEach(() => {
  packer = createPacker();
});
afterEach(() => packer.close());

const textOf = (packed: PackedPut | null): string => Buffer.from(packed?.body ?? []).toString();

/** The put of a document in place of nothing, as revision 3. */
function packable(document: DomainDocument): UndecidedPut {
  const keep = { versions: 0, maxBytes: 0 };
  const own = { at: 0, past: [], revision: 3, stored: null, keep, onlyVersions: false, deciding: null };
  return { ...wholeSite(document), ...own };
}

it('folds the searchable text, and stores the pages unchanged', async () => {
  const document = documentOf('a.test', ['<P>ΣÉ\0', 'x\ud800']);
  const packed: Record<string, unknown> = JSON.parse(textOf(await packer.pack(packable(document), true)));
  expect(packed).toMatchObject({
    page: [
      { source: '<p>σé\0', site: 'a.test', number: 0 },
      { source: 'x\ufffd\0', site: 'a.test', number: 1 },
    ],
    page_count: 2,
    source_bytes: 7 + 4,
  });
  const pages: unknown = JSON.parse(
    zstdDecompressSync(Buffer.from(String(packed['pages']), 'base64')).toString(),
  );
  expect(pages).toEqual([
    { ...document.pages[0], source: '<P>ΣÉ', number: 3 * 2 ** 20 },
    { ...document.pages[1], source: 'x\ufffd', number: 3 * 2 ** 20 + 1 },
  ]);
});

it('gives each caller its own result, keeps the event loop free, and bounds its queue', async () => {
  let rounds = 0;
  const round = setInterval(() => (rounds += 1), 0);
  const packed = Array.from({ length: 1_002 }, (_, number) => {
    const text = number === 0 ? 'word '.repeat(400_000) : `text ${number}`;
    return packer.pack(packable(documentOf(`d${number}.test`, [text])), true);
  });
  await expect(packer.pack(packable(documentOf('late.test', ['late'])), true)).rejects.toThrow(StorageBusy);
  await packed[0];
  const roundsMeanwhile = rounds;
  const texts = (await Promise.all(packed)).map(textOf);
  clearInterval(round);
  expect(roundsMeanwhile).toBeGreaterThan(1);
  expect(texts[0]).toContain('word word');
  expect(texts.slice(1).every((text, index) => text.includes(`"source":"text ${index + 1}\\u0000"`))).toBe(
    true,
  );
  expect(textOf(await packer.pack(packable(documentOf('later.test', ['later'])), true))).toContain(
    '"source":"later\\u0000"',
  );
});
