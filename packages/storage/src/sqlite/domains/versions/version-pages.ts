// Versions of pages as a search looks at them: by their numbers in the index of the past.
import type { DatabaseSync } from 'node:sqlite';
import type { Content, PastVersion } from '../../../past/past.ts';
import { damaged, damagedIndex } from '../../failure.ts';
import type { LookedPage, VersionPage } from '../look.ts';
import type { DomainRow, RowReader } from '../rows.ts';
import type { SeenRows } from './seen-rows.ts';
import type { VersionRows } from './version-rows.ts';

export interface VersionPages {
  /** A version with its sources, which are unpacked when they are read. @throws StorageCorrupt if it is not stored */
  page(row: DomainRow, number: number): VersionPage;
  /** A version as its past has it. @throws StorageCorrupt if it is not stored */
  version(row: DomainRow, number: number): PastVersion;
  /** Stored pages and versions, read one by one, in the order of their numbers. */
  pages(row: DomainRow, numbers: Iterable<number>): Iterable<LookedPage>;
}

interface VersionPageParts {
  readonly db: DatabaseSync;
  readonly rows: RowReader;
  readonly versions: VersionRows;
  readonly seen: SeenRows;
}

export function openVersionPages({ db, rows, versions, seen }: VersionPageParts): VersionPages {
  function located(
    row: DomainRow,
    number: number,
  ): { readonly url: string; readonly version: PastVersion; readonly read: () => Content } {
    const { id, domain, url } = seen.version(number);
    if (domain !== row.id)
      throw damagedIndex(db, `the segments have version ${id} under another domain than table seen`);
    const past = versions.past(domain, url);
    const version = past?.versions.find((one) => one.id === id);
    if (past === null || version === undefined)
      throw damaged(db, `table past has no version ${id} of ${url}, which table seen names`);
    const present = past.present?.id ?? null;
    const page = () => (present === null ? null : rows.page(row, present));
    return { url, version, read: () => versions.reader(domain, past, page)(version) };
  }

  function page(row: DomainRow, number: number): VersionPage {
    const { url, version, read } = located(row, number);
    let content: Content | null = null;
    const text = (part: keyof Content): string => ((content ??= read())[part] ?? '').toString();
    return {
      id: number,
      content: {
        url,
        // What answers had besides the source is not kept.
        facts: { dns: [] },
        get source() {
          return text('source');
        },
        ...(version.renderedBytes === null
          ? {}
          : {
              rendered: {
                get source() {
                  return text('rendered');
                },
              },
            }),
      },
    };
  }

  return {
    page,
    version: (row, number) => located(row, number).version,
    *pages(row, numbers) {
      for (const number of numbers) {
        const isVersion = seen.numbered(number)?.lastSeen != null;
        yield isVersion ? page(row, number) : rows.page(row, number);
      }
    },
  };
}
