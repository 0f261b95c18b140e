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
