import { textIn } from '../parts/form.ts';
import { CRAWLS_TEXT } from '../text/crawls.ts';

const WORDS = CRAWLS_TEXT;

const RENDER_MODES = ['never', 'if_empty', 'always'] as const;
type RenderMode = (typeof RENDER_MODES)[number];

/** Options of a crawl with their bounds. */
const OPTIONS = [
  ['max_pages', WORDS.maxPages, WORDS.maxPagesHint, 1, 100_000],
  ['max_depth', WORDS.maxDepth, WORDS.maxDepthHint, 0, 1_000],
  ['priority', WORDS.priority, WORDS.priorityHint, 1, 10],
  ['revisit_after_days', WORDS.revisit, WORDS.revisitHint, 0, 3_650],
] as const;

type Options = { readonly [Option in (typeof OPTIONS)[number] as Option[0]]?: number } & {
  readonly render?: RenderMode;
};

/** Fields of a form for the options of a crawl. @param given values that they have first */
export function CrawlOptions({ given = {} }: { readonly given?: Options }) {
  return (
    <div className="options">
      {OPTIONS.map(([name, label, hint, min, max]) => (
        <label key={name} className="field">
          {label}
          <input
            className="input"
            type="number"
            name={name}
            min={min}
            max={max}
            defaultValue={given[name]}
            placeholder={WORDS.default}
          />
          <span className="hint">{hint}</span>
        </label>
      ))}
      <label className="field">
        {WORDS.render}
        <select className="input" name="render" defaultValue={given.render ?? 'never'}>
          {RENDER_MODES.map((mode) => (
            <option key={mode} value={mode}>
              {WORDS.renders[mode]}
            </option>
          ))}
        </select>
        <span className="hint">{WORDS.renderHint}</span>
      </label>
    </div>
  );
}

/** The options that a form sets. */
export function crawlOptionsIn(data: FormData): Options {
  const options: Record<string, number> = {};
  for (const [name] of OPTIONS) {
    const value = textIn(data, name);
    if (value !== '') options[name] = Number(value);
  }
  const render = RENDER_MODES.find((mode) => mode === textIn(data, 'render')) ?? 'never';
  return render === 'never' ? options : { ...options, render };
}
