// Stand-ins among what a host answers, before anybody reads their markup: a default page, beside which `www.` may have the site,
// and a challenge, which a reason names.
import { bodyKind, valuesOf } from '@sitegrep/http';
import { standInOf, type RecognisedStandIn } from '@sitegrep/site';
import { MAX_DISCARD_MS, MAX_DISCARDED_BYTES, type Answer } from './answer.ts';
import { readPageBody } from './page-body.ts';

/** Maximum bytes of a default page. */
const MAX_DEFAULT_PAGE = 32_768;

/** Whether a body is what a server or a hosting company shows until a site is there. */
export function isDefaultPage(body: Buffer): boolean {
  return body.length <= MAX_DEFAULT_PAGE && standInOfBody(body)?.kind === 'default_page';
}

/** Statuses that challenges have. */
const STATUSES: ReadonlySet<number> = new Set([401, 403, 405, 406, 418, 429, 503]);

/**
 * Reads the body of an answer that is not a page, in so far as it would be discarded.
 *
 * @returns who makes the challenge that it holds; null if it holds none
 */
export async function challengerOf(
  answer: Pick<Answer, 'body' | 'headers' | 'status'>,
  maxExpansion: number,
): Promise<string | null> {
  if (valuesOf(answer.headers, 'cf-mitigated').includes('challenge')) return 'Cloudflare';
  if (!STATUSES.has(answer.status) || bodyKind(answer.headers) === 'other') return null;
  const timer = setTimeout(() => answer.body.destroy(new Error('it took too long')), MAX_DISCARD_MS);
  try {
    const { body } = await readPageBody(answer, {
      wants: 'page',
      maxBodyBytes: MAX_DISCARDED_BYTES,
      maxExpansion,
      received: () => undefined,
      mayKeep: () => true,
    });
    const found = standInOfBody(body);
    return found?.kind === 'challenge' ? found.maker : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

const TITLE = /<title\b[^>]{0,200}>([^<]{0,500})/i;

/** Reads a body as UTF-8, since the marks of stand-ins are ASCII nearly always. */
function standInOfBody(body: Buffer): RecognisedStandIn | null {
  const source = body.toString();
  const title = TITLE.exec(source)?.[1] ?? '';
  return standInOf(title.replaceAll(/&(?:#0*39|#x0*27|apos|rsquo);/gi, "'"), source, textOf(source));
}

/** Elements whose content is not shown. */
const UNSEEN = ['script', 'style', 'noscript', 'title'] as const;

/** The text outside of tags and of elements that show none, as far as it may be told without a parser. */
function textOf(source: string): string {
  const lower = source.toLowerCase();
  let text = '';
  let at = 0;
  while (at < source.length) {
    const tag = source.indexOf('<', at);
    text += source.slice(at, tag < 0 ? undefined : tag);
    if (tag < 0) break;
    const unseen = UNSEEN.find((name) => lower.startsWith(name, tag + 1));
    const end = lower.startsWith('!--', tag + 1) ? '-->' : unseen === undefined ? '>' : `</${unseen}`;
    const close = lower.indexOf(end, tag + 1);
    if (close < 0) break;
    at = close + end.length;
    if (unseen !== undefined) at = Math.max(at, lower.indexOf('>', at) + 1);
    text += ' ';
  }
  return text.replaceAll(/\s+/g, ' ').trim();
}
