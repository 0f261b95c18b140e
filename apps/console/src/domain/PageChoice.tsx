import type { DomainPage } from '@sitegrep/client';
import { size } from '../format.ts';
import { SOURCE_TEXT as WORDS } from '../text/domain.ts';

interface PageChoiceProps {
  readonly pages: readonly DomainPage[];
  /** URL of the page that is shown, which may be stored no more. */
  readonly url: string | undefined;
  readonly onChoose: (url: string) => void;
}

/** The stored pages of a domain, one of which is shown. */
export function PageChoice({ pages, url, onChoose }: PageChoiceProps) {
  return (
    <label className="field">
      {WORDS.page}
      <select className="input mono" value={url} onChange={(event) => onChoose(event.target.value)}>
        {url !== undefined && !pages.some((page) => page.url === url) && <option value={url}>{url}</option>}
        {pages.map((page) => (
          <option key={page.url} value={page.url}>
            {page.url} ({size(page.bytes)})
          </option>
        ))}
      </select>
    </label>
  );
}
