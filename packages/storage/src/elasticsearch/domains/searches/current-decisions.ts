// What a history takes over of saved searches, so that no process decides by searches that others have changed.
//
// Each change of searches has a number, and a search the number of its last one. A put reads the number of the last change, decides by at
// least these searches, and leaves the decision with its number in the journal of the document. Nothing joins that with a search that is
// saved meanwhile, but no domain is left undecided for it:
//
// - The history takes the journal over after the document was written, and reads the number of the last change with it. If it is that of
//   the decision, every search that the decision does not know is saved later. Its `fill` then begins later, refreshes the index first,
//   and so finds the document.
// - If it is a higher one, the document as it is stored is decided again for the searches with a higher number than the decision, and the
//   history gets both in one write. A put that wrote another document meanwhile does the same for that one.
// - A process that is killed before has acknowledged nothing. Whoever takes over its journal reads the number too, whether it puts,
//   or confirms the document that it finds.
//
// A fill leaves a domain whose last decision knows the search. Otherwise it decides the document that its history belongs to, and writes
// that history over the version that it has read: the journal of a put that comes meanwhile is taken over after it.
import { isOnChanges } from '@sitegrep/search';
import type { ChangeRecord, History } from '@sitegrep/site';
import { verdictOn } from '../../../searches/change-tests.ts';
import type { FoundHistory, JournalPart } from '../history-documents.ts';
import type { Decision } from './decision.ts';
import { type Definition, type Definitions, NO_DEFINITIONS } from './definitions.ts';
import { recordEvent, SavedState, type StoredEvent } from './saved-state.ts';
import type { SiteDecisions } from './site-decisions.ts';

interface Advance {
  readonly domain: string;
  readonly found: FoundHistory;
  /** Those that the history takes over. */
  readonly parts: readonly JournalPart[];
  /** Records that it leaves. */
  readonly records: readonly ChangeRecord[];
  readonly history: History;
  /** Whether the document is to be decided again if searches were changed since. */
  readonly isDecided: boolean;
}

interface SavedAfter {
  readonly saved: SavedState;
  readonly events: readonly StoredEvent[];
  readonly decided: number;
}

/** The saved searches that a domain fulfils, with what its journal says of them. */
export async function savedAfter(
  decisions: SiteDecisions,
  { domain, found, parts, records, history, isDecided }: Advance,
): Promise<SavedAfter> {
  const { state, document, rank } = found;
  const numbers = parts.map(({ decision }) => decision?.number ?? 0);
  const needed = Math.max(found.searches, ...numbers);
  const searches = needed === 0 ? NO_DEFINITIONS : await decisions.definitions(needed);
  const tokens = (state?.saved ?? []).map((token) => [token, state?.digests[token] ?? null] as const);
  const saved = new SavedState(tokens, searches);
  let events: StoredEvent[] = [];
  let decided = state?.decided ?? 0;
  let last: Decision | null = null;
  for (const { decision, deletedAt, deletedRevision = 0, before: was } of parts) {
    const known = decided;
    // Events say what the put, or the deletion, changed.
    if (was !== undefined) saved.decide(was, ({ since }) => since > known && since <= was.number);
    if (deletedAt !== undefined) {
      events = [...saved.end(deletedRevision, deletedAt)];
      [decided, last] = [0, null];
    }
    if (decision === undefined) continue;
    events.push(...saved.decide(decision, ({ since }) => since <= decision.number));
    [decided, last] = [decision.number, decision];
  }
  const site = { domain, rank, history };
  if (isDecided && decided < searches.number && document?.live === true) {
    const again = await decisions.decide(site, searches.number, document.revision);
    if (again !== null) {
      const number = decided;
      // What stood there before such a search was saved is not news.
      saved.decide(again, ({ since }) => since > number && since <= again.number);
      decided = again.number;
    }
  }
  if (records.length > 0) {
    const changed = { site, revision: document?.revision ?? 0, records, searches };
    if (last === null && document?.live === true)
      events.push(...(await changedBy(decisions, changed, { saved, decided })));
    events.push(...(await recordEvents(decisions, changed, last)));
  }
  return { saved, events, decided };
}

interface Changed {
  readonly site: Parameters<SiteDecisions['decide']>[0];
  readonly revision: number;
  readonly records: readonly ChangeRecord[];
  readonly searches: Definitions;
}

/** Takes over what records change of the searches that are about changes, though no put decides them. */
async function changedBy(
  decisions: SiteDecisions,
  { site, revision, searches }: Changed,
  { saved, decided }: Pick<SavedAfter, 'saved' | 'decided'>,
): Promise<readonly StoredEvent[]> {
  const isAffected = ({ level, where }: Definition): boolean => level !== 'change' && isOnChanges(where);
  if (!Iterator.from(searches.all).some(isAffected)) return [];
  const decision = await decisions.decide(site, searches.number, revision);
  if (decision === null) return [];
  // For a search that is later than the last decision, it is not known what was before.
  saved.decide(decision, (one) => isAffected(one) && one.since > decided);
  return saved.decide(decision, (one) => isAffected(one) && one.since <= decided);
}

/** The events of searches for changes that new records fulfil. */
async function recordEvents(
  decisions: SiteDecisions,
  { site, revision, records, searches }: Changed,
  last: Decision | null,
): Promise<readonly StoredEvent[]> {
  const at = last?.at ?? Date.now();
  const event = (definition: Definition, record: number): StoredEvent =>
    recordEvent(definition, { revision, at, record });
  const verdicts = records.flatMap((record) =>
    Array.from(searches.ofRecords.of(record))
      .filter(({ since }) => last === null || since <= last.number)
      .map((definition) => ({ definition, record, verdict: verdictOn(definition.where, record) })),
  );
  const events = verdicts.flatMap(({ definition, record, verdict }) =>
    verdict === true ? [event(definition, record.at)] : [],
  );
  const open = verdicts.filter(({ verdict }) => verdict === null);
  if (open.length === 0) return events;
  const some = new Set(open.map(({ record }) => record));
  const found = (await decisions.decideRecords(site, [...some], searches.number, revision)) ?? [];
  const fulfilling = new Set(found.map(({ born, at: time }) => `${born} ${time}`));
  for (const { definition, record } of open)
    if (fulfilling.has(`${definition.born} ${record.at}`)) events.push(event(definition, record.at));
  return events;
}
