import { LABELS, type Label } from '@sitegrep/site';
import { facetKey } from '../../../facets/top-values.ts';
import type { Matches } from '../sites.ts';
import { type LabelChunk, type LabelList, readDocIds, visitLists } from './label-chunk.ts';
import { type LabelRun, labelRuns } from './label-runs.ts';
import { labelledDocuments, type LabelListsParts } from './labelled-documents.ts';

/** Documents by their labels, as of the current transaction. */
export interface LabelLists {
  /** Those of some documents that have one of these labels of a kind. @param among ascending */
  having(kind: Label, labels: readonly string[], among: Matches): Matches;
  /** All labels of a kind that begin with a text, each once. */
  beginningWith(kind: Label, prefix: string): ReadonlySet<string>;
  /** Counts the labels of a kind that begin with a text. @param among ascending */
  count(kind: Label, prefix: string, among: Matches): LabelCounts;
}

export interface LabelCounts {
  /** Number of documents of each label, by its `facetKey`. */
  readonly counts: ReadonlyMap<string, number>;
  /** Documents without any of these labels. */
  readonly without: number;
}

/** Chunks that are read between two checks whether the search was aborted. */
const CHUNKS_AT_A_TIME = 16;

export function openLabelLists(parts: LabelListsParts): LabelLists {
  const stored = labelRuns(parts.db);
  const documents = labelledDocuments(parts, stored);
  let chunksRead = 0;

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
      const number = LABELS.indexOf(kind);
      const wanted = new Set(labels);
      const found: number[] = [];
      documents.visit(
        among,
        (run, flags) => {
          const hits = new Uint8Array(flags.length);
          const docIds = new Uint32Array(flags.length);
          for (const label of wanted) {
            const bytes = Buffer.from(label);
            visitListsOf(run, number, bytes, (chunk, list) => {
              // The label itself comes before all that begin with it.
              if (list.labelEnd - list.labelStart === bytes.length) {
                markMembers(chunk, list, { flags, seen: hits, docIds });
              }
              return false;
            });
          }
          for (const [docId, hit] of hits.entries()) if (hit === 1) found.push(run.revisions[docId] ?? 0);
        },
        ({ revision, labels: own }) => {
          if (own[number]?.some((label) => wanted.has(label)) === true) found.push(revision);
        },
      );
      return Float64Array.from(found);
    },

    beginningWith(kind, prefix) {
      const number = LABELS.indexOf(kind);
      const bytes = Buffer.from(prefix);
      const { runs, rest } = documents.everything();
      const found = new Set<string>();
      for (const run of runs) {
        visitListsOf(run, number, bytes, ({ bytes: from }, { labelStart, labelEnd }) => {
          found.add(from.toString('utf8', labelStart, labelEnd));
          return true;
        });
      }
      for (const { labels } of rest)
        for (const label of labels[number] ?? []) if (label.startsWith(prefix)) found.add(label);
      return found;
    },

    count(kind, prefix, among) {
      const number = LABELS.indexOf(kind);
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
          visitListsOf(run, number, bytes, (chunk, list) => {
            const count = markMembers(chunk, list, { flags, seen, docIds });
            if (count > 0) add(chunk.bytes.toString('latin1', list.labelStart, list.labelEnd), count);
            return true;
          });
          for (const flag of seen) labelled += flag;
        },
        ({ labels }) => {
          const own = (labels[number] ?? []).filter((label) => label.startsWith(prefix));
          for (const label of own) add(facetKey(label), 1);
          if (own.length > 0) labelled++;
        },
      );
      return { counts, without: among.length - labelled };
    },
  };
}

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

/** Compares the beginning of a label with a prefix. */
function compareStart(bytes: Buffer, { labelStart, labelEnd }: LabelList, prefix: Buffer): number {
  return bytes.compare(prefix, 0, prefix.length, labelStart, Math.min(labelEnd, labelStart + prefix.length));
}
