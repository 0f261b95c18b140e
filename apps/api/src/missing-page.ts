import { Failure } from './failure.ts';
import { nearestUrls } from './nearest-urls.ts';

/** Stored URLs are in the form that the URL standard gives them: https://example.com has a slash there. */
export function writtenUrl(url: string): string {
  return URL.parse(url)?.href ?? url;
}

/** Requires a page to be stored. @param known URLs of the pages of the domain @throws Failure not_found */
export function requirePage(domain: string, url: string, known: readonly string[]): void {
  const written = writtenUrl(url);
  if (known.includes(url) || known.includes(written)) return;
  throw new Failure(
    'not_found',
    `No page of ${domain} is stored under ${JSON.stringify(url.slice(0, 300))}; ${nearestIn(written, known)}.`,
  );
}

function nearestIn(url: string, known: readonly string[]): string {
  const nearest = nearestUrls(url, known);
  if (known.length === 1) return `its only page is ${nearest.join('')}`;
  const named = `${nearest.slice(0, -1).join(', ')} and ${nearest.at(-1) ?? ''}`;
  if (known.length === nearest.length) return `its pages are ${named}`;
  return `the nearest of its ${known.length} pages are ${named}; GET /domains/{domain}/pages lists all`;
}
