import type { HostGroup, LabelChoice } from '@sitegrep/search';
import { LABELS, type Label } from '@sitegrep/site';
import { facetKey } from '../../../facets/top-values.ts';
import { indexIn, type Matches } from '../sites.ts';
import { ByteCounts } from './byte-counts.ts';
import { groupsOfLabels, type HostCounts, hostTest, type WantedHosts } from './host-labels.ts';
import { compareStart, type LabelChunk, type LabelList, readDocIds, visitLists } from './label-chunk.ts';
import { type LabelRun, labelRuns } from './label-runs.ts';
import { DOCUMENTS } from './label-rows.ts';
import { labelledDocuments, type LabelListsParts } from './labelled-documents.ts';

/** Documents by their labels, as of the current transaction. */
export interface LabelLists {
  /** Those of some documents that have one of these labels of a kind. @param among ascending */
  having(kind: Label, labels: readonly string[], among: Matches): Matches;
  /** Those of some documents that have a label which is chosen. @param among ascending */
  chosen(choice: LabelChoice, among: Matches): Matches;
  /**
   * Visits the labels of a kind of each of some documents, those that are chosen, with the index of the document.
   *
   * @param among ascending
   */
  each(kind: Label, choice: EachChoice, among: Matches, visit: (index: number, label: string) => void): void;
  /** Counts the labels of a kind that begin with a text. @param among ascending */
  count(kind: Label, prefix: string, among: Matches): LabelCounts;
  /** Counts the hosts of documents by their reversed names. @param among ascending */
  countHosts(wanted: WantedHosts, among: Matches): HostCounts;
  /** Counts documents by groups of hosts of third parties that are not only linked to. @param among ascending */
  countHostGroups(groups: readonly HostGroup[], among: Matches): LabelCounts;
}

/** Labels by name, or those that begin with a text and are chosen. */
type EachChoice = { readonly labels: readonly string[] } | Pick<LabelChoice, 'prefix' | 'among'>;

export interface LabelCounts {
  /** Number of documents of each label, by its `facetKey`. */
  readonly counts: ReadonlyMap<string, number>;
  /** Documents without any of these labels. */
  readonly without: number;
}

/** Chunks that are read between two checks whether the search was aborted. */
const CHUNKS_AT_A_TIME = 16;

export function openLabelLists(parts: LabelListsParts): LabelLists {
  const stored = labelRuns(parts.db, DOCUMENTS);
  const documents = labelledDocuments(parts, stored);
  let chunksRead = 0;
  /** Number of hosts that were counted last. */
  let hostsCounted = 0;

  /** Visits the lists of a run of the labels that begin with a prefix, in order, until `visit` returns false. */
  function visitListsOf(
    run: LabelRun,
    kind: number,
    prefix: Buffer,
    visit: (chunk: LabelChunk, list: LabelList) => boolean,
  ): void {
    for (const chunk of stored.chunks(run, kind, prefix)) {
      if (++chunksRead % CHUNKS_AT_A_TIME === 0) parts.checkpoint();
      const goesOn = visitLists(chunk, (list) => {
        const order = prefix.length === 0 ? 0 : compareStart(chunk.bytes, list, prefix);
        return order < 0 || (order === 0 && visit(chunk, list));
      });
      if (!goesOn) return;
    }
  }

  return {
    having(kind, labels, among) {
      if (labels.length === 0 || among.length === 0) return new Float64Array();
      const kindNumber = LABELS.indexOf(kind);
      const wanted = new Set(labels);
      const found: number[] = [];
      documents.visit(
        among,
        (run, flags) => {
          const hits = new Uint8Array(flags.length);
          const docIds = new Uint32Array(flags.length);
          for (const label of wanted) {
            const bytes = Buffer.from(label);
            visitListsOf(run, kindNumber, bytes, (chunk, list) => {
              // The label itself comes before all that begin with it.
              if (list.labelEnd - list.labelStart === bytes.length) {
                markMembers(chunk, list, { flags, seen: hits, docIds });
              }
              return false;
            });
          }
          pushMarked(stored.numbers(run), hits, found);
        },
        ({ number: revision, labels: own }) => {
          if (own[kindNumber]?.some((label) => wanted.has(label)) === true) found.push(revision);
        },
      );
      return Float64Array.from(found);
    },

    chosen({ kind, prefix, among: choose }, among) {
      if (among.length === 0) return new Float64Array();
      const kindNumber = LABELS.indexOf(kind);
      const bytes = Buffer.from(prefix);
      const found: number[] = [];
      documents.visit(
        among,
        (run, flags) => {
          const seen: { readonly chunk: LabelChunk; readonly list: LabelList; readonly label: string }[] = [];
          visitListsOf(run, kindNumber, bytes, (chunk, list) => {
            const label = chunk.bytes.toString('utf8', list.labelStart, list.labelEnd);
            seen.push({ chunk, list: { ...list }, label });
            return true;
          });
          const wanted = new Set(choose(seen.map(({ label }) => label)));
          const hits = new Uint8Array(flags.length);
          const docIds = new Uint32Array(flags.length);
          for (const { chunk, list, label } of seen)
            if (wanted.has(label)) markMembers(chunk, list, { flags, seen: hits, docIds });
          pushMarked(stored.numbers(run), hits, found);
        },
        ({ number: revision, labels: own }) => {
          const some = (own[kindNumber] ?? []).filter((label) => label.startsWith(prefix));
          if (some.length > 0 && choose(some).length > 0) found.push(revision);
        },
      );
      return Float64Array.from(found);
    },

    each(kind, choice, among, visit) {
      if (among.length === 0) return;
      const kindNumber = LABELS.indexOf(kind);
      const prefixes = 'labels' in choice ? [...new Set(choice.labels)] : [choice.prefix];
      const chosen = (prefix: string, labels: readonly string[]): ReadonlySet<string> =>
        new Set('labels' in choice ? labels.filter((label) => label === prefix) : choice.among(labels));
      documents.visit(
        among,
        (run, flags) => {
          const [indexes, docIds] = [indexesIn(stored.numbers(run), among), new Uint32Array(flags.length)];
          for (const prefix of prefixes) {
            const seen: { readonly chunk: LabelChunk; readonly list: LabelList; readonly label: string }[] =
              [];
            visitListsOf(run, kindNumber, Buffer.from(prefix), (chunk, list) => {
              const label = chunk.bytes.toString('utf8', list.labelStart, list.labelEnd);
              seen.push({ chunk, list: { ...list }, label });
              // The label itself comes before all that begin with it.
              return !('labels' in choice);
            });
            const wanted = chosen(
              prefix,
              seen.map(({ label }) => label),
            );
            for (const { chunk, list, label } of seen) {
              if (!wanted.has(label)) continue;
              readDocIds(chunk, list, docIds);
              for (let at = 0; at < list.documents; at++) {
                const index = indexes[docIds[at] ?? 0] ?? -1;
                if (index !== -1) visit(index, label);
              }
            }
          }
        },
        ({ number: revision, labels }) => {
          const index = indexIn(among, revision);
          for (const prefix of prefixes) {
            const own = (labels[kindNumber] ?? []).filter((label) => label.startsWith(prefix));
            for (const label of chosen(prefix, own)) visit(index, label);
          }
        },
      );
    },

    count(kind, prefix, among) {
      const kindNumber = LABELS.indexOf(kind);
      const bytes = Buffer.from(prefix);
      const counts = new Map<string, number>();
      let labelled = 0;
      const add = (key: string, documents: number): void => {
        counts.set(key, (counts.get(key) ?? 0) + documents);
      };
      documents.visit(
        among,
        (run, flags) => {
          const seen = new Uint8Array(flags.length);
          const docIds = new Uint32Array(flags.length);
          visitListsOf(run, kindNumber, bytes, (chunk, list) => {
            const count = markMembers(chunk, list, { flags, seen, docIds });
            if (count > 0) add(chunk.bytes.toString('latin1', list.labelStart, list.labelEnd), count);
            return true;
          });
          for (const flag of seen) labelled += flag;
        },
        ({ labels }) => {
          const own = (labels[kindNumber] ?? []).filter((label) => label.startsWith(prefix));
          for (const label of own) add(facetKey(label), 1);
          if (own.length > 0) labelled++;
        },
      );
      return { counts, without: among.length - labelled };
    },

    countHosts(wanted, among) {
      const counts = new ByteCounts(hostsCounted);
      const isWanted = hostTest(wanted);
      let labelled = 0;
      documents.visit(
        among,
        (run, flags) => {
          const seen = new Uint8Array(flags.length);
          const docIds = new Uint32Array(flags.length);
          visitListsOf(run, HOST, NO_PREFIX, (chunk, list) => {
            const end = isWanted(chunk.bytes, list.labelStart, list.labelEnd);
            const count = end === -1 ? 0 : markMembers(chunk, list, { flags, seen, docIds });
            if (count > 0) counts.add(chunk.bytes, list.labelStart, end, count);
            return true;
          });
          for (const flag of seen) labelled += flag;
        },
        ({ labels }) => {
          let hasAny = false;
          for (const label of labels[HOST] ?? []) {
            const bytes = Buffer.from(label);
            const end = isWanted(bytes, 0, bytes.length);
            if (end === -1) continue;
            counts.add(bytes, 0, end, 1);
            hasAny = true;
          }
          if (hasAny) labelled++;
        },
      );
      hostsCounted = counts.size;
      return { counts, without: among.length - labelled };
    },

    countHostGroups(groups, among) {
      const groupsOf = groupsOfLabels(groups);
      const documentsOf = new Uint32Array(groups.length);
      let labelled = 0;
      documents.visit(
        among,
        (run, flags) => {
          const seen = groups.map(() => new Uint8Array(flags.length));
          const any = new Uint8Array(flags.length);
          const docIds = new Uint32Array(flags.length);
          visitListsOf(run, HOST, NO_PREFIX, (chunk, list) => {
            for (const index of groupsOf(chunk.bytes, list.labelStart, list.labelEnd)) {
              markMembers(chunk, list, { flags, seen: seen[index] ?? any, docIds });
              markMembers(chunk, list, { flags, seen: any, docIds });
            }
            return true;
          });
          for (const [index, own] of seen.entries())
            for (const flag of own) if (flag === 1) documentsOf[index] = (documentsOf[index] ?? 0) + 1;
          for (const flag of any) labelled += flag;
        },
        ({ labels }) => {
          const own = new Set<number>();
          for (const label of labels[HOST] ?? []) {
            const bytes = Buffer.from(label);
            for (const index of groupsOf(bytes, 0, bytes.length)) own.add(index);
          }
          for (const index of own) documentsOf[index] = (documentsOf[index] ?? 0) + 1;
          if (own.size > 0) labelled++;
        },
      );
      const counts = new Map<string, number>();
      for (const [index, { name }] of groups.entries()) {
        const count = documentsOf[index] ?? 0;
        if (count > 0) counts.set(facetKey(name), count);
      }
      return { counts, without: among.length - labelled };
    },
  };
}

const HOST = LABELS.indexOf('host');
const NO_PREFIX = Buffer.alloc(0);

interface Marking {
  /** Flags of the documents of the run, 1 for each member. */
  readonly flags: Uint8Array;
  /** Gets 1 for each member that is found. */
  readonly seen: Uint8Array;
  /** Memory for the ids of a list. */
  readonly docIds: Uint32Array<ArrayBuffer>;
}

/** Marks the members in a list as seen. @returns how many there are */
function markMembers(chunk: LabelChunk, list: LabelList, { flags, seen, docIds }: Marking): number {
  readDocIds(chunk, list, docIds);
  let count = 0;
  for (let index = 0; index < list.documents; index++) {
    const docId = docIds[index] ?? 0;
    if (flags[docId] !== 1) continue;
    seen[docId] = 1;
    count++;
  }
  return count;
}

/** The index of each document of a run among some; -1: it is none of these. @param among ascending, as are `numbers` */
function indexesIn(numbers: Float64Array, among: Matches): Int32Array {
  const indexes = new Int32Array(numbers.length).fill(-1);
  let at = 0;
  for (let docId = 0; docId < numbers.length && at < among.length; docId++) {
    const number = numbers[docId] ?? 0;
    while ((among[at] ?? Infinity) < number) at++;
    if (among[at] === number) indexes[docId] = at;
  }
  return indexes;
}

/** Adds the numbers of the items of a run that are marked. */
function pushMarked(numbers: Float64Array, marks: Uint8Array, into: number[]): void {
  for (const [docId, mark] of marks.entries()) if (mark === 1) into.push(numbers[docId] ?? 0);
}
