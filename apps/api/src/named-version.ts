import { formatTimestamp } from '@sitegrep/contract';
import { readMoment } from '@sitegrep/search';
import type { ListedVersion } from '@sitegrep/storage';
import { badRequest, Failure } from './failure.ts';

/** Maximum versions that an error names. */
const MAX_NAMED = 5;

/**
 * The version of a page that a request names: by its id; by a time, the one that stood then, or else the last one seen before; or not
 * at all, the newest.
 *
 * @param versions versions of the page, the newest first: at least one
 * @param written text of the request, without control characters
 * @param field name of the parameter
 * @throws Failure bad_request if the text is neither an id nor a time, not_found if there is no such version
 */
export function namedVersion(
  versions: readonly ListedVersion[],
  written: string | undefined,
  field: string,
): ListedVersion {
  const [newest] = versions;
  if (written === undefined && newest !== undefined) return newest;
  const text = written ?? '';
  if (/^\d{1,15}$/.test(text)) {
    const found = versions.find(({ id }) => id === Number(text));
    if (found !== undefined) return found;
    throw absent(`has no version ${text} any more, or never had`, versions);
  }
  const moment = readMoment(text);
  if (moment === null) {
    throw badRequest({
      field,
      problem: `is ${JSON.stringify(text)}, which is neither the id of a version nor a time`,
      remedy:
        'give an id from GET /domains/{domain}/pages/versions, or a time such as 2026-10-03, 2026-10-03 12:00:00 +00:00, 2026-10 or 30d',
    });
  }
  const found = versions.find(({ firstSeen }) => firstSeen <= moment);
  if (found !== undefined) return found;
  throw absent(`has no version that was seen by ${text}`, versions);
}

function absent(problem: string, versions: readonly ListedVersion[]): Failure {
  const named = versions
    .slice(0, MAX_NAMED)
    .map(({ id, firstSeen }) => `${id} (since ${formatTimestamp(firstSeen)})`);
  const more = versions.length - named.length;
  const rest = more === 0 ? '' : ` and ${more.toLocaleString('en')} older ones`;
  return new Failure(
    'not_found',
    `The page ${problem}; it has ${named.join(', ')}${rest}. GET /domains/{domain}/pages/versions lists them.`,
  );
}
