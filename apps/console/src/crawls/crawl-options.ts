import { textIn } from '../parts/form.ts';

export const RENDER_MODES = ['never', 'if_empty', 'always'] as const;

/** Numbers among the options of a crawl, with their bounds. */
export const BOUNDS = {
  max_pages: [1, 100_000],
  max_depth: [0, 1_000],
  priority: [1, 10],
  revisit_after_days: [0, 3_650],
} as const;
export type NumberOption = keyof typeof BOUNDS;
export const NUMBER_OPTIONS = Object.keys(BOUNDS) as readonly NumberOption[];

export type CrawlOptions = { readonly [Option in NumberOption]?: number } & {
  readonly render?: (typeof RENDER_MODES)[number];
};

/** The options that a form sets; those that are left empty are the defaults of the instance. */
export function crawlOptionsIn(data: FormData): CrawlOptions {
  const options: { [Option in NumberOption]?: number } = {};
  for (const name of NUMBER_OPTIONS) {
    const value = textIn(data, name);
    if (value !== '') options[name] = Number(value);
  }
  const render = RENDER_MODES.find((mode) => mode === textIn(data, 'render')) ?? 'never';
  return render === 'never' ? options : { ...options, render };
}

/** Maximum length of the name of a crawl. */
export const MAX_NAME = 200;

/** The name that a form gives a crawl of a list: the one that was written, or that of the file without what can't be shown. */
export function nameIn(data: FormData, list: string | File): { readonly name?: string } {
  const written = textIn(data, 'name').trim();
  const name = written === '' && typeof list !== 'string' ? shownName(list) : written;
  return name === '' ? {} : { name };
}

function shownName({ name }: File): string {
  return name
    .slice(0, MAX_NAME)
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim();
}
