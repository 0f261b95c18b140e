// Cases of html5lib-tests/encoding: pages, and the encoding that they declare.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseEncoding } from '../../packages/html/src/decoding/decode.ts';
import { lateMetaEncoding } from '../../packages/html/src/decoding/late-meta.ts';
import { prescanEncoding } from '../../packages/html/src/decoding/prescan.ts';
import type { SuiteCase, SuiteRun } from './suite.ts';

/** The encoding that the suite names where none is declared. */
const DEFAULT = 'windows-1252';

export function encodingSuite(folder: string): SuiteRun {
  const files = readdirSync(join(folder, 'encoding')).filter((name) => name.endsWith('.dat'));
  const cases = files
    .toSorted()
    .flatMap((name) => encodingCases(name, readFileSync(join(folder, 'encoding', name), 'latin1')));
  return { name: 'html5lib-encoding', cases, unread: 0 };
}

/** Reads a file of cases, whose octets are Latin-1 here: `#data`, the page, `#encoding`, its name. */
export function encodingCases(file: string, text: string): SuiteCase[] {
  return [...text.matchAll(/^#data\n([^]*?)\n#encoding\n(.*)$/gm)].map(([, page = '', label = ''], at) => ({
    key: `${file} ${at + 1}`,
    expected: new TextDecoder(label).encoding,
    actual: stated(Buffer.from(page, 'latin1')),
  }));
}

/** Encoding that a browser reads in a page whose header states nothing; a byte order mark counts before all else. */
function stated(page: Buffer): string {
  const marked = chooseEncoding(page, [`text/html; charset=${DEFAULT}`]);
  return marked === DEFAULT ? (prescanEncoding(page) ?? lateMetaEncoding(page) ?? DEFAULT) : marked;
}
