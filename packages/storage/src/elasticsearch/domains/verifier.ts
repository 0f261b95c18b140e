import type { Client } from '@elastic/elasticsearch';
import { onDomains, necessaryFor, type Expression, type Level, LEVELS } from '@sitegrep/search';
import type { OrderField } from '@sitegrep/site';
import type { SearchOptions } from '../../domains.ts';
import type { Capture } from '../../facets/captured-texts.ts';
import type { CapturesOfSearch, KeptCaptures } from '../../facets/kept-captures.ts';
import { QueryTooBroad } from '../../query-too-broad.ts';
import { noteProgress, type SharedProgress } from '../../search-progress.ts';
import { type PageLeaf, requireBoundedCandidates } from '@sitegrep/texts';
import { type PagesThread, pagesThread } from './start-pages-thread.ts';
import { type Candidate, candidatesFor, NO_QUESTIONS } from './candidates.ts';
import {
  type DecidedDocument,
  type Decisions,
  KnownView,
  type LeafDecisions,
  type Plan,
  planFor,
} from './decide.ts';
import { nestedPaths, UNIT } from './page-mapping.ts';
import { isSayable, sayable } from './page-shares.ts';
import { KeptDecisions } from './kept-decisions.ts';
import { StopSign } from './stop-sign.ts';
import { capturedItem, capturedPages } from './source-reader.ts';
import { batches, type PointInTime, readTexts } from './stored-pages.ts';
import { NO_TEXTS, type StoredTexts } from './versions/stored-texts.ts';

/** An expression, and the fields that are needed of each document that matches. */
interface VerifierWish {
  /** Expression in canonical form. */
  readonly where: Expression;
  readonly level: Level;
  readonly fields: readonly OrderField[];
  /** Groups whose texts are collected in what matches. */
  readonly captures: readonly Capture[];
}

export interface Match {
  readonly document: Candidate;
  /** Numbers of the pages that match; none unless the level is by page. */
  readonly pages: readonly number[];
}

/** Finds what matches: by the index, then by the sources of what is left. */
export interface Verifier {
  /**
   * Documents that match at a point in time, in no particular order.
   *
   * @throws SearchAborted; QueryTooBroad if looking at sources takes longer than `budgetMs`: what was decided is kept for the
   * next search. WorkTooLarge before anything is read
   */
  matching(point: PointInTime, wish: VerifierWish, options: SearchOptions): AsyncGenerator<Match>;
  close(): Promise<void>;
}

/** Maximum size of the pages that are read together, compressed. */
const BYTES_AT_A_TIME = 1 << 20;

/** Texts and patterns that are asked for in one turn of the event loop: about a millisecond of work. */
const ANSWERS_AT_A_TIME = 2_000;

/** Maximum number of calls that wait for the thread; each search has one there at a time. */
const MAX_QUEUED = 100;

/** Creates a verifier. Its thread starts with the first search that needs it. */
export function createVerifier(client: Client, captures: KeptCaptures): Verifier {
  const kept = new KeptDecisions();
  const thread = pagesThread('page verifier', MAX_QUEUED);
  return {
    async *matching(
      point,
      { where, level, fields, captures: wanted },
      { signal, budgetMs, maxWork = Infinity, progress },
    ) {
      const { candidates: necessary, isExact } = necessaryFor(where, level, UNIT);
      const domains = onDomains(necessary, level);
      const areWhole = isExact && !LEVELS[level].isByPage && isSayable(domains);
      const plan = planFor(where, level);
      const stop = new StopSign(signal, budgetMs);
      const captured = captures.of(wanted);
      const shared = progress?.shared ?? null;
      const work = new Verification({ client, thread, kept, captured, point, plan, stop, progress: shared });
      let isFirst = true;
      try {
        const wish = {
          where: sayable(domains),
          paths: nestedPaths(level),
          questions: areWhole ? NO_QUESTIONS : plan.questions,
          fields,
        };
        for await (const { total, candidates } of candidatesFor(client, point, wish, signal)) {
          if (isFirst && !isExact) {
            const undecided = (): number => work.undecidedOf(candidates, total);
            requireBoundedCandidates(plan.leaves.keys(), { total, undecided }, maxWork);
          }
          isFirst = false;
          yield* areWhole ? candidates.map(wholly) : work.matching(candidates, total);
        }
      } finally {
        stop.release();
      }
    },
    close: () => thread.close(),
  };
}

/** A document that matches, at a level that is not by page. */
function wholly(document: Candidate): Match {
  return { document, pages: [] };
}

interface VerificationParts {
  readonly client: Client;
  readonly thread: PagesThread;
  readonly kept: KeptDecisions;
  readonly captured: CapturesOfSearch;
  readonly point: PointInTime;
  readonly plan: Plan;
  readonly stop: StopSign;
  /** Gets how many candidates are decided; null: nobody looks. */
  readonly progress: SharedProgress | null;
}

/** The work on the candidates of one search. */
class Verification {
  readonly #parts: VerificationParts;
  /** The number of each leaf in `kept`, in the order of the plan. */
  readonly #leaves: ReadonlyMap<PageLeaf, number>;
  /** Candidates that are evaluated before other tasks get the event loop. */
  readonly #atATime: number;
  /** How many candidates were decided. */
  #decided = 0;

  constructor(parts: VerificationParts) {
    this.#parts = parts;
    const { leaves, questions } = parts.plan;
    this.#leaves = new Map(Array.from(leaves, ([leaf, text]) => [leaf, parts.kept.numberOf(text)]));
    this.#atATime = Math.ceil(ANSWERS_AT_A_TIME / (1 + leaves.size + questions.ofDomains.length));
  }

  /** Candidates whose sources are still to be read, of all of them, as far as the first ones tell. */
  undecidedOf(first: readonly Candidate[], total: number): number {
    const undecided = first.filter((document) => this.#answerOf(document) === undefined).length;
    return first.length === 0 ? 0 : Math.round((total * undecided) / first.length);
  }

  /** Those that match. @param total number of candidates with all others */
  async *matching(candidates: readonly Candidate[], total: number): AsyncGenerator<Match> {
    const left: Candidate[] = [];
    for (const [index, document] of candidates.entries()) {
      if (index % this.#atATime === 0) await new Promise((resolve) => setImmediate(resolve));
      const answer = this.#answerOf(document);
      if (answer === undefined) left.push(document);
      else {
        this.#decided++;
        if (answer !== null) yield { document, pages: answer };
      }
    }
    this.#note(total);
    const { stop } = this.#parts;
    const some = [...batches(left, ({ compressedBytes }) => compressedBytes, BYTES_AT_A_TIME)];
    let texts: readonly StoredTexts[] = [];
    for (const [index, batch] of some.entries()) {
      const next = some[index + 1] ?? [];
      stop.begin();
      if (index === 0) texts = await this.#read(batch);
      // The next ones are read while these are decided.
      const [decided, following] = await Promise.all([this.#decide(batch, texts), this.#read(next)]);
      stop.end();
      texts = following;
      for (const [at, { decisions }] of decided.entries()) {
        const document = batch[at];
        if (document === undefined) break;
        this.#decided++;
        const answer = this.#answerOf(document, decisions);
        if (answer === undefined) throw new Error(`the pages of ${document.domain} left something undecided`);
        if (answer !== null) yield { document, pages: answer };
      }
      this.#note(total);
      if (decided.length < batch.length || (stop.isSet && this.#decided < total)) {
        throw new QueryTooBroad(total, this.#decided);
      }
    }
  }

  #note(total: number): void {
    const { progress } = this.#parts;
    if (progress !== null) noteProgress(progress, total, this.#decided);
  }

  /**
   * Numbers of the pages that match; null: the document does not; undefined: not known.
   *
   * @param decisions absent: those that are kept
   */
  #answerOf(document: Candidate, decisions?: Decisions): readonly number[] | null | undefined {
    const { plan, kept } = this.#parts;
    const known = decisions === undefined ? null : this.#byLeaf(decisions);
    const view = new KnownView(plan, document, (leaf) =>
      known === null ? kept.get(this.#leaves.get(leaf) ?? 0, document) : (known.get(leaf) ?? null),
    );
    const answer = plan.match(view);
    return view.isIncomplete ? undefined : answer;
  }

  #byLeaf(decisions: Decisions): ReadonlyMap<PageLeaf, LeafDecisions | null> {
    return new Map(Array.from(this.#leaves.keys(), (leaf, index) => [leaf, decisions[index] ?? null]));
  }

  async #read(batch: readonly Candidate[]): Promise<readonly StoredTexts[]> {
    const { client, point, stop } = this.#parts;
    if (batch.length === 0) return [];
    const documents = batch.map((document) => ({
      domain: document.domain,
      withVersions: document.pageCount > document.standing,
    }));
    return await readTexts(client, point, documents, stop.signal);
  }

  /** Decisions about each document, for fewer of them if the work was stopped. */
  #decide(batch: readonly Candidate[], texts: readonly StoredTexts[]): Promise<readonly DecidedDocument[]> {
    const { thread, plan, stop, kept, captured } = this.#parts;
    const { where, level } = plan;
    const documents = batch.map((document, index) => ({
      texts: texts[index] ?? NO_TEXTS,
      answers: {
        pageCount: document.pageCount,
        fulfilled: document.fulfilled,
        onPages: document.onPages,
      },
      known: Array.from(this.#leaves.values(), (leaf) => kept.get(leaf, document)),
    }));
    const decided = thread
      .call('decideDocuments', { where, level, documents, captures: captured.captures, stop: stop.shared })
      .then((answers) => {
        for (const [index, { decisions, collected }] of answers.entries()) {
          const document = batch[index];
          if (document === undefined) break;
          for (const [leaf, found] of this.#byLeaf(decisions)) {
            if (found !== null) kept.set(this.#leaves.get(leaf) ?? 0, document, found);
          }
          if (collected !== null)
            captured.set(capturedItem(capturedPages(document, collected.pages)), collected.texts);
        }
        return answers;
      });
    return stop.orAborted(decided);
  }
}
