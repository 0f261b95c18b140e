// Reads a page whose scripts have come to rest, or are brought to it.
import { randomUUID } from 'node:crypto';
import type { CDPSession, Page } from 'playwright-core';
import type { PageBudget } from './budget.ts';
import { documentScript, globalsScript } from './page-scripts.ts';
import type { RenderedPage, RenderRequest, Screenshot } from './rendering.ts';
import { withinTime } from './within-time.ts';
import { type ApartWorld, evaluateAmong } from './worlds.ts';

interface Reading {
  readonly document: Pick<RenderedPage, 'url' | 'html' | 'truncated' | 'globals' | 'screenshot'>;
  /** Why something of it may be missing. */
  readonly partial: string | null;
  /** Why there is no screenshot although there should be. */
  readonly unshown: string | null;
}

interface ReadingOptions {
  readonly page: Page;
  readonly session: CDPSession;
  readonly world: ApartWorld;
  readonly request: RenderRequest;
  readonly maxBytes: number;
  readonly budget: Pick<PageBudget, 'screenshotBytes' | 'thumbnailBytes'>;
  /** Time for all of it, in milliseconds. */
  readonly leftMs: number;
}

/** Maximum time of a step before the document itself is read, in milliseconds. */
const MAX_STEP_MS = 2_000;
/** Qualities of an image, the next one if it is too large with the one before. */
const QUALITIES = [75, 50, 25];
const THUMBNAIL_SCALE = 0.25;

/** @returns null if the scripts of the page can't be ended */
export async function readPage(options: ReadingOptions): Promise<Reading | null> {
  const { session, world, request, maxBytes } = options;
  const until = performance.now() + options.leftMs;
  /** A share of the time that is left, at least a moment. What comes before the document may not take long. */
  const share = (part: number): number =>
    Math.min(MAX_STEP_MS, Math.max(50, (until - performance.now()) * part));
  let partial: string | null = null;
  const readGlobals = (): Promise<unknown> => {
    const ms = share(0.25);
    const reading = evaluateAmong(session, globalsScript(request.globals), ms);
    return withinTime(
      reading.catch(() => undefined),
      2 * ms,
    );
  };
  let globals = await readGlobals();
  if (globals === undefined) {
    // Scripts that do not end are ended, once, and no further ones start.
    partial = 'a script of the page did not end';
    await withinTime(session.send('Emulation.setScriptExecutionDisabled', { value: true }), share(0.1));
    await withinTime(session.send('Runtime.terminateExecution'), share(0.2));
    globals = await readGlobals();
  }
  const taken = request.screenshot
    ? await withinTime(takeScreenshot(options), share(0.5)).catch(() => undefined)
    : null;
  const read = await withinTime(
    world.evaluate(documentScript(maxBytes, randomUUID())),
    Math.max(50, until - performance.now()),
  );
  if (!isDocument(read)) return null;
  const cut = cutTo(read.html, maxBytes);
  return {
    document: {
      url: read.url,
      html: cut,
      truncated: read.truncated || cut.length < read.html.length,
      globals: Object.fromEntries(pairsOf(globals, new Set(request.globals))),
      screenshot: typeof taken === 'object' ? taken : null,
    },
    partial,
    unshown: unshownReason(taken),
  };
}

/** @param taken undefined: it took too long; null: it was not wanted */
function unshownReason(taken: Screenshot | string | null | undefined): string | null {
  if (taken === undefined) return 'no screenshot could be taken in time';
  return typeof taken === 'string' ? taken : null;
}

/** @returns why there is none, if it takes too many bytes in any quality */
async function takeScreenshot({ session, page, budget }: ReadingOptions): Promise<Screenshot | string> {
  const { width, height } = page.viewportSize() ?? { width: 1_366, height: 768 };
  const take = async (scale: number, maxBytes: number): Promise<Uint8Array | null> => {
    const clip = { x: 0, y: 0, width, height, scale };
    for (const quality of QUALITIES) {
      const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality, clip });
      const image = Buffer.from(data, 'base64');
      if (image.length <= maxBytes) return image;
    }
    return null;
  };
  const full = await take(1, budget.screenshotBytes);
  const thumbnail = full === null ? null : await take(THUMBNAIL_SCALE, budget.thumbnailBytes);
  if (full !== null && thumbnail !== null) return { full, thumbnail };
  const [of, bytes] =
    full === null ? ['screenshot', budget.screenshotBytes] : ['thumbnail', budget.thumbnailBytes];
  return `no screenshot: its ${of} took more than ${Math.round(bytes / 1_024)} KiB`;
}

interface WrittenDocument {
  readonly html: string;
  readonly truncated: boolean;
  readonly url: string;
}

function isDocument(value: unknown): value is WrittenDocument {
  return (
    typeof value === 'object' &&
    value !== null &&
    'html' in value &&
    typeof value.html === 'string' &&
    'truncated' in value &&
    typeof value.truncated === 'boolean' &&
    'url' in value &&
    typeof value.url === 'string'
  );
}

/** Pairs of name and value; what a page has put among them that is not text is left out. */
function pairsOf(value: unknown, names: ReadonlySet<string>): readonly (readonly [string, string])[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((pair: unknown) => {
    if (!Array.isArray(pair)) return [];
    const [name, text]: readonly unknown[] = pair;
    return typeof name === 'string' && typeof text === 'string' && names.has(name)
      ? [[name, text] as const]
      : [];
  });
}

/** The text up to a number of bytes in UTF-8, without half a character at its end. */
function cutTo(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  const bytes = Buffer.from(text).subarray(0, maxBytes);
  return new TextDecoder().decode(bytes).replace(/\uFFFD$/, '');
}
