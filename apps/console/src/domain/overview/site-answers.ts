// What a site answers to machines, in few words: what robots.txt lets agents fetch, its files, its certificate.
import type { DomainAnswers } from '@sitegrep/client';
import { counted, dayText, number, timeOf } from '../../format.ts';
import { OVERVIEW_TEXT } from '../../text/overview.ts';

const WORDS = OVERVIEW_TEXT.answers;

/** Agents that are named. */
const NAMED = 4;

/** Something that is said, and whether it is wrong. */
export interface Said {
  readonly text: string;
  readonly look: 'usual' | 'quiet' | 'bad';
}

export function robotsText(agents: DomainAnswers['agents']): Said {
  if (agents.length === 0) return { text: WORDS.notRead, look: 'quiet' };
  const namesOf = (verdict: 'blocked' | 'partly'): readonly string[] =>
    agents.filter((one) => one.verdict === verdict).map(({ agent }) => agent);
  const [blocked, partly] = [namesOf('blocked'), namesOf('partly')];
  const parts = [
    blocked.length === 0 ? WORDS.blocksNone(number(agents.length)) : WORDS.blocks(listed(blocked)),
    ...(partly.length === 0 ? [] : [WORDS.partly(counted(partly.length, WORDS.agent))]),
  ];
  return { text: parts.join('; '), look: 'usual' };
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).join(', ');
  return names.length > NAMED ? WORDS.andMore(shown, number(names.length - NAMED)) : shown;
}

export function fileText(files: DomainAnswers['files'], name: string): Said {
  const file = files.find((one) => one.name === name);
  if (file === undefined) return { text: WORDS.notRequested, look: 'quiet' };
  if (!file.real) return { text: WORDS.none, look: 'quiet' };
  const { security, outline } = file;
  if (security?.expires !== undefined && security.expires !== null) {
    const day = security.expires.slice(0, 10);
    return security.expired === true
      ? { text: WORDS.expired(day), look: 'bad' }
      : { text: WORDS.until(day), look: 'usual' };
  }
  if (outline !== undefined)
    return { text: WORDS.outline(counted(outline.sections.length, WORDS.section)), look: 'usual' };
  return { text: WORDS.there, look: 'usual' };
}

export function certificateText(certificate: DomainAnswers['certificate'], now: Date): Said {
  if (certificate === null) return { text: WORDS.notKnown, look: 'quiet' };
  const end = timeOf(certificate.not_after);
  return end < now
    ? { text: WORDS.expired(dayText(end)), look: 'bad' }
    : { text: WORDS.until(dayText(end)), look: 'usual' };
}
