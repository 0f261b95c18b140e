import type { OperationId } from './operations.ts';

/** Operations with the method POST that change nothing. */
export const READING: ReadonlySet<OperationId> = new Set([
  'search',
  'watchSearch',
  'exportSearch',
  'explainSearch',
  'translateQuery',
  'testTechnologies',
  'lookUpDomains',
  'previewCrawl',
  'previewSchedule',
  'searchHtmlSourceCode',
  'exportMatches',
  'searchWeb',
  'suggestSearches',
  'getVideo',
  'searchVideos',
]);
