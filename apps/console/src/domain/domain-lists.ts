// Lists of what a domain answered, and of what it had, as the tabs and the overview read them.
import { client } from '../api/client.ts';
import { listQuery } from '../api/lists.ts';
import type { LabelKind } from '../text/history.ts';

/** Pages whose heads are read at first. */
const HEADS = 10;
/** Intervals that a request gets. */
const INTERVALS = 1_000;

/** The answers of a site besides the sources of its pages, with the heads of its pages as a list. */
export function answersList(domain: string) {
  return listQuery(['domain-answers', domain], (from, options) =>
    client.domains.answers(domain, { limit: HEADS, ...from }, options),
  );
}

/** The intervals in which labels of a domain were there, with its visits, as a list. @param kind of the labels; absent: all */
export function historyList(domain: string, kind?: LabelKind) {
  return listQuery(['domain-history', domain, kind ?? ''], (from, options) =>
    client.domains.history(
      domain,
      { limit: INTERVALS, ...(kind !== undefined && { kind }), ...from },
      options,
    ),
  );
}
