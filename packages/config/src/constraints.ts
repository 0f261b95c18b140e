import { SETTINGS, type Config } from './settings.ts';

/** Pairs of settings of which the first must not be greater than the second, and why. */
export const AT_MOST = [
  ['maxPageBytes', 'maxSiteBytes', 'a page must fit into its site'],
  ['crawlDelay', 'maxCrawlDelay', 'the usual pause must not be longer than the longest allowed'],
  ['requestTimeout', 'siteTimeout', 'a site must have time for one request'],
  ['analysisDeadline', 'siteTimeout', 'a site must have time for the analysis of one page'],
] as const;

/** What is wrong between settings that are each valid by themselves. */
export function contradictions(config: Config): readonly string[] {
  return AT_MOST.filter(([low, high]) => config[low] > config[high]).map(
    ([low, high, why]) => `${assignment(low, config)} is more than ${assignment(high, config)}: ${why}.`,
  );
}

function assignment(name: (typeof AT_MOST)[number][0 | 1], config: Config): string {
  return `${SETTINGS[name].variable}=${SETTINGS[name].kind.print(config[name])}`;
}
