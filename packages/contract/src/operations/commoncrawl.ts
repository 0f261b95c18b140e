import {
  CommonCrawlAnswer,
  CommonCrawlOptions,
  CommonCrawlRequest,
  LastCommonCrawlAnswer,
} from '../commoncrawl.ts';
import type { Operation } from './operation.ts';

const commoncrawl = { path: '/admin/commoncrawl', scope: 'admin', tag: 'Imports' } as const;

export const COMMONCRAWL_OPERATIONS = {
  startCommonCrawl: {
    ...commoncrawl,
    method: 'POST',
    summary: 'Import from Common Crawl',
    description:
      'Begins an import of captures that Common Crawl made: of some hosts, of those of a list, of the domains with the highest ranks, or of a top-level domain. ' +
      'Captures are merged with what is stored as those of a file are, in the order of their dates, so that changes and versions come out right. ' +
      'It needs a process that crawls, has one connection to the archive, and goes on after a restart; each record is imported once. ' +
      'Hosts may also be a list in text, with the options as query parameters. One import goes on at a time; if the same one does, it is the answer.',
    query: CommonCrawlOptions,
    json: { schema: CommonCrawlRequest },
    lists: { 'text/plain': 'A host on each line; a line that begins with # is a comment.' },
    answers: [{ status: 202, description: 'The import.', json: CommonCrawlAnswer }],
    errors: ['conflict'],
  },
  getCommonCrawl: {
    ...commoncrawl,
    method: 'GET',
    summary: 'Get the import from Common Crawl',
    answers: [{ status: 200, description: 'The last import, which may go on.', json: LastCommonCrawlAnswer }],
  },
  stopCommonCrawl: {
    ...commoncrawl,
    method: 'DELETE',
    summary: 'Stop the import from Common Crawl',
    description: 'It ends within seconds. What was imported stays.',
    answers: [{ status: 200, description: 'The import.', json: CommonCrawlAnswer }],
    errors: ['conflict'],
  },
} as const satisfies Record<string, Operation>;
