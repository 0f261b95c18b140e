// Which of the first steps are done, and whether they are shown in this browser.
import type { CrawlItem, KeyItem, Samples, Settings } from '@sitegrep/client';

const STORED = 'sitegrep.first-steps';
const HIDDEN = 'hidden';

/** State of the instance, as far as the first steps are about it. */
export interface Instance {
  readonly samples: Samples;
  readonly settings: Settings['settings'];
  readonly crawls: readonly Pick<CrawlItem, 'id'>[];
  readonly keys: readonly Pick<KeyItem, 'id' | 'revoked_at'>[];
}

export interface Steps {
  /** Contact that owners of crawled sites see; empty: none is set. */
  readonly contact: string;
  readonly hasCrawl: boolean;
  /** True if there is a key besides the first one. */
  readonly hasKey: boolean;
}

export function stepsOf({ settings, crawls, keys }: Instance): Steps {
  return {
    contact: settings.find(({ variable }) => variable === 'SITEGREP_CONTACT')?.value ?? '',
    hasCrawl: crawls.length > 0,
    hasKey: keys.filter(({ revoked_at: revoked }) => revoked === null).length > 1,
  };
}

export function areAllDone({ contact, hasCrawl, hasKey }: Steps): boolean {
  return contact !== '' && hasCrawl && hasKey;
}

export function areStepsHidden(): boolean {
  return localStorage.getItem(STORED) === HIDDEN;
}

export function hideSteps(): void {
  localStorage.setItem(STORED, HIDDEN);
}
