// What a capture tells of its site besides the page: the robots.txt that was captured before it.
import {
  canonicalDomain,
  collectedAnswers,
  type FileAnswer,
  fileText,
  MAX_FILE_BYTES,
  type Page,
  type PageRecord,
  parseRobots,
  PRODUCT,
  type Source,
  withAnswers,
} from '@sitegrep/site';

/**
 * The record of a captured page, with the answers of its site if it is at `/` of the site's own host: each capture says by itself
 * whether it has them, so that the order of captures makes no difference.
 */
export function withCapturedAnswers(
  { url, robotsTxt }: Pick<Page, 'robotsTxt' | 'url'>,
  domain: string,
  record: PageRecord<Source>,
): PageRecord<Source> {
  if (robotsTxt === undefined || !isHome(url, domain)) return record;
  const bytes = Buffer.from(robotsTxt);
  const answer: FileAnswer = {
    status: 200,
    failure: null,
    path: '/robots.txt',
    type: null,
    text: fileText(bytes),
    truncated: bytes.length >= MAX_FILE_BYTES,
  };
  const { verdicts } = parseRobots(bytes, PRODUCT);
  return withAnswers(record, collectedAnswers(new Map([['robots.txt', answer]]), null, verdicts, null));
}

function isHome(url: string, domain: string): boolean {
  const { hostname = '', pathname, search } = URL.parse(url) ?? {};
  return pathname === '/' && search === '' && canonicalDomain(hostname) === domain;
}
