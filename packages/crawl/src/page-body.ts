// Reads the body of a page, a sitemap or a well-known file: its first bytes say whether it is HTML, and what came of a broken one may be kept.
import { bodyKind, codingsOf, SNIFF_BYTES, startsLikeHtml } from '@sitegrep/http';
import { MAX_ICON_BYTES } from '@sitegrep/icons';
import { binaryFormatOf, MAX_FILE_BYTES } from '@sitegrep/site';
import { COMPLETE, decodedBody } from './body.ts';
import type { Answer } from './answer.ts';
import { FailureError, final } from './failure.ts';
import { isRedirect, withoutTarget } from './redirects.ts';
import type { VisitOwner } from './visit.ts';

/** Maximum size of a sitemap as it comes; the rest would list more pages than are ever considered. */
const MAX_SITEMAP_BYTES = 2 * 1024 * 1024;

/** Maximum size of what is wanted; for a page, that of the settings. */
const MAX_BYTES: Readonly<Record<VisitOwner['wants'], number>> = {
  page: Infinity,
  sitemap: MAX_SITEMAP_BYTES,
  file: MAX_FILE_BYTES,
  icon: MAX_ICON_BYTES,
};

const UNNEEDED = new Error('the rest of the body is not needed');

export interface PageBody {
  readonly body: Buffer;
  /** Whether there was more than the maximum, or bytes are missing at the end. */
  readonly truncated: boolean;
}

interface BodyReading {
  readonly wants: VisitOwner['wants'];
  readonly maxBodyBytes: number;
  readonly maxExpansion: number;
  /** Called with the number of decoded bytes as they arrive. */
  readonly received: (bytes: number) => void;
  /** Whether a page is kept whose end an error kept away. */
  readonly mayKeep: (cut: unknown, body: Buffer) => boolean;
}

/** @throws FailureError if it is not HTML, or as in `decodedBody` */
export async function readPageBody(
  { status, headers, body }: Pick<Answer, 'body' | 'headers' | 'status'>,
  { wants, maxBodyBytes, maxExpansion, received, mayKeep }: BodyReading,
): Promise<PageBody> {
  const isStated = bodyKind(headers) !== 'unstated';
  const decoded = decodedBody(body, codingsOf(headers), {
    maxBytes: Math.min(maxBodyBytes, MAX_BYTES[wants]),
    maxExpansion,
  });
  const chunks: Buffer[] = [];
  let bytes = 0;
  let isJudged = wants !== 'page';
  function judge(): void {
    isJudged = true;
    const start = Buffer.concat(chunks);
    if (isStated) refuseOther(start);
    else requireHtml(start, status);
  }
  try {
    for (let next = await decoded.next(); ; next = await decoded.next()) {
      if (next.done !== true) {
        received(next.value.length);
        bytes += next.value.length;
        chunks.push(next.value);
        if (!isJudged && (isStated || bytes >= SNIFF_BYTES)) judge();
        continue;
      }
      const { cut, truncated } = next.value;
      const whole = Buffer.concat(chunks);
      if (cut !== null && !mayKeep(cut, whole)) throw cut;
      if (!isJudged && bytes > 0) judge();
      return { body: whole, truncated };
    }
  } catch (error) {
    // A recorder of the body learns from the error that it was given up, and is not a page.
    body.on('error', () => undefined).destroy(UNNEEDED);
    throw error;
  } finally {
    await decoded.return(COMPLETE);
  }
}

function requireHtml(start: Buffer, status: number): void {
  if (startsLikeHtml(start)) return;
  if (isRedirect(status)) throw new FailureError(withoutTarget(status));
  throw new FailureError(final('not_html', 'states no content type and does not begin like HTML'));
}

function refuseOther(start: Buffer): void {
  const other = binaryFormatOf(start);
  if (other !== null) throw new FailureError(final('not_html', `said to be HTML, but begins like ${other}`));
}
