import { type HostGroup, hostGrouping } from '@sitegrep/search';
import { HOST_KINDS, type HostKind, reversedHost, THIRD_PARTY } from '@sitegrep/site';
import type { ByteCounts } from './byte-counts.ts';

/** Hosts that count. */
export interface WantedHosts {
  /** Kind of what names them; null: every kind. */
  readonly of: HostKind | null;
  /** True if only those of third parties count. */
  readonly isThird: boolean;
}

export interface HostCounts {
  /** Number of documents by the bytes of the reversed host. */
  readonly counts: ByteCounts;
  /** Documents without any such host. */
  readonly without: number;
}

const NUL = 0;

/**
 * Makes a test of labels as `hostLabel` writes them.
 *
 * @returns a function that gives the end of the host in the bytes of a label; -1 if the host does not count
 */
export function hostTest({
  of,
  isThird,
}: WantedHosts): (bytes: Uint8Array, start: number, end: number) => number {
  const letter = of === null ? null : HOST_KINDS[of].charCodeAt(0);
  const third = THIRD_PARTY.charCodeAt(0);
  return (bytes, start, end) => {
    if (isThird && bytes[end - 1] !== third) return -1;
    // There are few letters after the NUL.
    let [at, hasLetter] = [end - 1, letter === null];
    for (; at > start && bytes[at] !== NUL; at--) hasLetter ||= bytes[at] === letter;
    return hasLetter ? at : -1;
  };
}

const NO_GROUPS: readonly number[] = [];

/** Makes a function that gives the groups of the host of a label; none if it is of the site itself, or only linked to. */
export function groupsOfLabels(
  groups: readonly HostGroup[],
): (bytes: Buffer, start: number, end: number) => readonly number[] {
  const groupsOf = hostGrouping(groups);
  const third = THIRD_PARTY.charCodeAt(0);
  const link = HOST_KINDS.link.charCodeAt(0);
  /** The host of the label before: labels of one host stand together. */
  let last = '';
  let found = NO_GROUPS;
  return (bytes, start, end) => {
    if (bytes[end - 1] !== third) return NO_GROUPS;
    const isOnlyLinked = bytes[end - 2] === link && bytes[end - 3] === NUL;
    if (isOnlyLinked) return NO_GROUPS;
    let at = end - 1;
    while (at > start && bytes[at] !== NUL) at--;
    const reversed = bytes.toString('latin1', start, at);
    if (reversed !== last) [last, found] = [reversed, groupsOf(reversedHost(reversed))];
    return found;
  };
}
