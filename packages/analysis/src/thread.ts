// Script of the pool's threads: extraction, then detection, each reported as soon as it is done.
import { parentPort, workerData } from 'node:worker_threads';
import {
  addressCountries,
  extractPage,
  extractRendered,
  extractStored,
  type ExtractedPage,
  languageDetector,
  loadOwnerDetails,
  requestedHosts,
  sourceSignals,
  type StoredPage,
  withRendered,
} from '@sitegrep/facts';
import { readIcon } from '@sitegrep/icons';
import {
  type AnswerTexts,
  type DetectedFacts,
  type EncodedSource,
  encodeSource,
  type Page,
  pageDigest,
  type PageFacts,
  type PageVersion,
  sourceText,
  type TechnologySignals,
  validatorsOf,
} from '@sitegrep/site';
import { type Budget, createDetector, DEFAULT_BUDGET_MS } from '@sitegrep/technologies';
import type { QueryDetector } from '@sitegrep/technologies/queries';
import type { ExplainedPage, PageLinks, PageOptions, RenderedPage } from './analysis.ts';
import type { FingerprintSettings, Report, SetInUse, Task, ThreadSettings } from './messages.ts';
import { openProcessorBudget, processorMs } from './processor-time.ts';

const port = parentPort;
if (port === null) throw new Error('this file runs as a worker thread of the analysis pool only');

const settings: ThreadSettings = workerData;
let detector = { of: settings.fingerprints, ...createDetector(settings.fingerprints) };
let queries = await queriesOf(settings);
let { factsVersion } = settings;
const countryOfAddress = addressCountries(settings.addressCountries);
const languageOf = languageDetector(settings.languages);
const ownerDetails = await loadOwnerDetails();
const wordsOf = settings.fullText ? (await import('@sitegrep/fulltext/word-maker')).wordMaker() : null;

let working = Promise.resolve();
port.on('message', (task: SetInUse | Task) => {
  // In order: a set may take a moment.
  working = working.then(() => (task.kind === 'set' ? use(task) : answer(task)));
});

async function use(set: FingerprintSettings): Promise<void> {
  if (set.fingerprints !== detector.of)
    detector = { of: set.fingerprints, ...createDetector(set.fingerprints) };
  queries = await queriesOf(set);
  ({ factsVersion } = set);
}

/** Technologies by query; null: there are none, and their code is not loaded. */
async function queriesOf({
  fingerprints,
  queries: some,
}: FingerprintSettings): Promise<QueryDetector | null> {
  if (some.length === 0) return null;
  const { createQueryDetector } = await import('@sitegrep/technologies/queries');
  return createQueryDetector(fingerprints, some);
}

function answer(task: Task): void {
  const { id } = task;
  try {
    if (task.kind === 'analyze') analyze(id, task.page, task.options);
    else if (task.kind === 'again') analyzeAgain(id, task.page, task.version);
    else if (task.kind === 'explain') explain(id, task.page);
    else send({ kind: 'icon', id, reading: readIcon(task.bytes), usedMs: processorMs() });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    send({ kind: 'failed', id, reason, usedMs: processorMs() });
  }
}

function analyze(id: number, page: Page, { rendered, ...options }: PageOptions): void {
  const startedAt = performance.now();
  const extractOptions = {
    maxSourceBytes: settings.maxSourceBytes,
    countryOfAddress,
    languageOf,
    ownerDetails,
    ...options,
  };
  // Full text has what readers see: of a rendered page what its scripts wrote.
  const text = wordsOf !== null;
  const body = extractPage(page, {
    ...extractOptions,
    text: text && rendered === undefined,
    ...(rendered === undefined ? {} : { scriptCookies: rendered.cookies }),
  });
  const written =
    rendered === undefined
      ? null
      : extractRendered({ ...page, truncated: rendered.truncated }, rendered.html, body.charset, {
          ...extractOptions,
          text,
        });
  const { facts, ...links } =
    rendered === undefined || written === null
      ? body
      : { ...body, ...withRendered(body, written, requestedHosts(rendered.requested, page.url)) };
  const version = {
    ...validatorsOf(page),
    digest: pageDigest(page),
    certificate: page.certificate ?? null,
  };
  tell(id, startedAt, {
    page,
    body,
    written,
    facts: { ...facts, ...NOTHING_DETECTED },
    links,
    answers: body.answers,
    version,
    detect: (budget) =>
      rendered === undefined || written === null
        ? detector.record(body.signals, budget)
        : detector.recordRendered(body.signals, renderedSignals(written, rendered), budget),
  });
}

function analyzeAgain(id: number, page: StoredPage, version: PageVersion | null): void {
  const startedAt = performance.now();
  const { facts: before } = page;
  const { body, rendered, facts, recorded } = extractStored(page, {
    countryOfAddress,
    languageOf,
    ownerDetails,
    text: wordsOf !== null,
  });
  const { technologies, plugins, themes } = before;
  const detected = { technologies, plugins, themes };
  tell(id, startedAt, {
    page,
    body,
    written: rendered,
    facts: { ...facts, ...detected },
    links: body,
    answers: page.answers ?? null,
    version,
    detect: (budget) => {
      const found =
        rendered === null
          ? detector.record(body.signals, budget, recorded)
          : detector.recordRendered(body.signals, rendered.signals, budget, recorded);
      // Of a detection that did not finish, what was known is better.
      return budget.isSpent() ? detected : found;
    },
  });
}

const NOTHING_DETECTED: DetectedFacts = { technologies: [], plugins: [], themes: [] };

/** Facts of a page whose technologies are explained: what came with it beside its source is not there. */
const NO_DNS = { dns: [] };

/** A page that was read, and is to be detected. */
interface ReadPage {
  readonly page: Pick<Page, 'fetchedAt' | 'url'>;
  readonly body: ExtractedPage;
  /** The page as its scripts wrote it; null if it was not rendered. */
  readonly written: ExtractedPage | null;
  /** Its facts, as they are if its detection does not end. */
  readonly facts: Omit<PageFacts, 'version'>;
  readonly links: PageLinks;
  /** Texts that came with the page; null if they are not known. */
  readonly answers: AnswerTexts | null;
  readonly version: PageVersion | null;
  readonly detect: (budget: Budget) => DetectedFacts;
}

/** Reports what was read of a page, and then what is detected on it. */
function tell(id: number, startedAt: number, read: ReadPage): void {
  const { page, body, written, facts, links, answers, version, detect } = read;
  const { url, fetchedAt } = page;
  const { text: said } = written ?? body;
  const words = said === null || wordsOf === null ? {} : { words: wordsOf({ url, facts }, said) };
  const zones = body.zones === null ? {} : { zones: body.zones };
  const record = {
    url,
    fetchedAt,
    charset: body.charset,
    ...sourceOf(body, { ...(written === null ? words : {}), ...zones }),
    ...(written === null ? {} : { rendered: sourceOf(written, words) }),
    ...(answers === null ? {} : { answers }),
    facts: { ...facts, version: factsVersion },
  };
  const extractedAt = performance.now();
  const extractMs = extractedAt - startedAt;
  send({ kind: 'extracted', id, record, version, links: linksAlone(links), extractMs });
  const budget = openProcessorBudget(DEFAULT_BUDGET_MS);
  const detected = detect(budget);
  const { found, cut } = withQueries(read, detected, budget);
  const detectMs = performance.now() - extractedAt;
  send({ kind: 'detected', id, facts: found, cut, detectMs, usedMs: processorMs() });
}

/** Adds the technologies by query to those of fingerprints, and says when detection was interrupted. */
function withQueries(
  { page: { url }, body, written, facts, answers }: ReadPage,
  detected: DetectedFacts,
  budget: Budget,
): { readonly found: DetectedFacts; readonly cut: string | null } {
  const cut = cutOf(budget);
  if (queries === null || cut !== null) return { found: detected, cut };
  const { technologies, isComplete } = queries.find({
    url,
    charset: body.charset,
    source: body.source,
    ...(written === null ? {} : { rendered: written }),
    ...(answers === null ? {} : { answers }),
    facts: { ...facts, ...detected, version: factsVersion },
  });
  return {
    found: { ...detected, technologies },
    cut: isComplete ? null : 'after the work that queries of one page may take',
  };
}

/** The links of a page without what else was read of it, which stays in the thread. */
function linksAlone({
  links,
  nofollowLinks,
  ownerLinks,
  firstLinks,
  framesetLinks,
  icon,
  refresh,
  robots,
  shell,
}: PageLinks): PageLinks {
  return {
    links,
    nofollowLinks,
    ownerLinks,
    firstLinks,
    framesetLinks,
    icon,
    refresh,
    robots,
    shell,
  };
}

/** Source of a record, encoded. */
function sourceOf(
  { source, truncated }: Pick<ExtractedPage, 'source' | 'truncated'>,
  made: Pick<EncodedSource, 'words' | 'zones'>,
) {
  return { source: encodeSource(source, made), truncated };
}

/** Signals of a rendered page: those of its rendered source, and what scripts did. */
function renderedSignals({ signals }: ExtractedPage, { globals, hosts }: RenderedPage): TechnologySignals {
  return { ...signals, js: globals, xhr: hosts };
}

function explain(id: number, { url, utf8, rendered, technologies: stored }: ExplainedPage): void {
  const texts = [utf8, ...(rendered === undefined ? [] : [rendered])].map((source) =>
    sourceText({ utf8: source, length: source.length }),
  );
  const signals = texts.map((text) => sourceSignals(url, text));
  const budget = openProcessorBudget(DEFAULT_BUDGET_MS);
  const [source = '', written] = texts;
  const page = {
    url,
    source,
    ...(written === undefined ? {} : { rendered: { source: written } }),
    facts: NO_DNS,
  };
  const technologies = detector.explainStored(signals, stored, budget).map((technology) => {
    const evidence = queries?.explain(technology.name, page) ?? [];
    return evidence.length === 0
      ? technology
      : { ...technology, evidence: [...technology.evidence, ...evidence] };
  });
  send({ kind: 'explained', id, technologies, cut: cutOf(budget), usedMs: processorMs() });
}

/** When a detection was interrupted; null if it finished. */
function cutOf(budget: ReturnType<typeof openProcessorBudget>): string | null {
  return budget.isSpent() ? `after ${DEFAULT_BUDGET_MS / 1000} s` : null;
}

send({ kind: 'ready', usedMs: processorMs() });

function send(report: Report): void {
  port?.postMessage(report);
}
