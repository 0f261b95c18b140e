import { USUAL_MAX_PAGES } from '@sitegrep/client';
import { Field } from '../parts/Field.tsx';
import { CRAWLS_TEXT as WORDS } from '../text/crawls.ts';
import { BOUNDS, type CrawlOptions as Options, NUMBER_OPTIONS, RENDER_MODES } from './crawl-options.ts';

/** Field of a form for the pages of a site. It stands before the other options, as most crawls leave pages out by it. */
export function PagesOption({ given = USUAL_MAX_PAGES }: { readonly given?: number | undefined }) {
  const { label, hint } = WORDS.options.max_pages;
  const [min, max] = BOUNDS.max_pages;
  return (
    <Field
      label={label}
      hint={hint}
      type="number"
      name="max_pages"
      min={min}
      max={max}
      defaultValue={given}
      placeholder={WORDS.default}
    />
  );
}

/** Fields of a form for the further options of a crawl. @param given values that they have first */
export function CrawlOptions({ given = {} }: { readonly given?: Options }) {
  return (
    <div className="options">
      {NUMBER_OPTIONS.filter((name) => name !== 'max_pages').map((name) => (
        <Field
          key={name}
          label={WORDS.options[name].label}
          hint={WORDS.options[name].hint}
          type="number"
          name={name}
          min={BOUNDS[name][0]}
          max={BOUNDS[name][1]}
          defaultValue={given[name]}
          placeholder={WORDS.default}
        />
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
