// Entries that need no request: the pages, what can be done on this one, and the reference.
import type { KeyScope, Level } from '@sitegrep/client';
import { THEMES } from '../frame/theme.ts';
import { PAGES, railFor } from '../pages.ts';
import type { Criteria } from '../search/criteria.ts';
import type { FileFormat } from '../search/save-export.ts';
import { PALETTE_TEXT as WORDS, REFERENCE_TEXT } from '../text/palette.ts';
import type { Entry } from './entries.ts';

/** A search that can be saved: nothing is told about versions. */
export interface SaveWish {
  readonly q: string;
  readonly level: Exclude<Level, 'version'>;
}

/** Acts that the palette can have done. */
export interface Acts {
  readonly copy: (text: string) => Promise<string>;
  readonly save: (wish: SaveWish) => void;
  readonly export: (criteria: Criteria, format: FileFormat) => string;
  readonly theme: (theme: (typeof THEMES)[number]) => void;
  readonly shortcuts: () => void;
  readonly fold: () => void;
  readonly signOut: () => Promise<void>;
  readonly leave: (href: string) => void;
}

interface Here {
  readonly scopes: readonly KeyScope[];
  /** Address of the page, for others. */
  readonly href: string;
  /** The search that is shown; null: the page is none. */
  readonly criteria: Criteria | null;
}

export function knownEntries({ scopes, href, criteria }: Here, acts: Acts): readonly Entry[] {
  return [
    ...railFor(scopes).map((name): Entry => {
      const { title, path, key } = PAGES[name];
      return { id: `page ${name}`, group: 'page', name: title, keys: `g ${key}`, to: path };
    }),
    ...(scopes.includes('admin') ? ADMIN : []),
    ...(criteria === null || criteria.q === '' ? [] : searchActs(criteria, acts)),
    {
      id: 'copy link',
      group: 'action',
      name: WORDS.copyLink,
      words: 'share url address',
      run: () => acts.copy(href),
    },
    ...THEMES.map((theme): Entry => ({
      id: `theme ${theme}`,
      group: 'action',
      name: WORDS.themes[theme],
      words: 'theme mode appearance colors',
      run: doing(() => acts.theme(theme)),
    })),
    {
      id: 'shortcuts',
      group: 'action',
      name: WORDS.shortcuts,
      words: 'keyboard shortcuts help',
      keys: '?',
      run: doing(() => acts.shortcuts()),
    },
    { id: 'fold', group: 'action', name: WORDS.fold, keys: '[', run: doing(() => acts.fold()) },
    {
      id: 'sign out',
      group: 'action',
      name: WORDS.signOut,
      words: 'log out',
      run: doing(() => acts.signOut()),
    },
    {
      id: 'documentation',
      group: 'docs',
      name: WORDS.documentation,
      words: 'docs api reference openapi help',
      run: doing(() => acts.leave('docs')),
    },
    ...Object.entries(REFERENCE_TEXT).map(([address, what]): Entry => ({
      id: `reference ${address}`,
      group: 'docs',
      name: WORDS.referenceOf(what),
      words: `docs of ${address}`,
      run: doing(() => acts.leave(`docs/${address}`)),
    })),
  ];
}

const ADMIN: readonly Entry[] = [
  {
    id: 'new crawl',
    group: 'action',
    name: WORDS.newCrawl,
    words: 'submit sites start',
    to: PAGES.crawls.path,
    focus: '.submission textarea',
  },
  {
    id: 'new key',
    group: 'action',
    name: WORDS.newKey,
    words: 'create api token',
    to: `${PAGES.keys.path}?new=yes`,
    focus: 'dialog input',
  },
];

function searchActs(criteria: Criteria, acts: Acts): readonly Entry[] {
  const { q, level } = criteria;
  const formats: readonly FileFormat[] = ['xlsx', 'csv', 'ndjson'];
  return [
    ...(level === 'version'
      ? []
      : [
          {
            id: 'save search',
            group: 'action',
            name: WORDS.saveSearch,
            words: 'alert tell watch',
            run: doing(() => acts.save({ q, level })),
            isNext: true,
          } as const,
        ]),
    ...formats.map((format): Entry => ({
      id: `export ${format}`,
      group: 'action',
      name: WORDS.exports[format],
      words: 'download file excel',
      run: () => acts.export(criteria, format),
    })),
    {
      id: 'copy query',
      group: 'action',
      name: WORDS.copyQuery,
      run: () => acts.copy(q),
    },
  ];
}

/** An act after which the palette closes. */
function doing(act: () => void | Promise<void>): () => Promise<null> {
  return async () => {
    await act();
    return null;
  };
}
