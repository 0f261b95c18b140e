import { PagesOptions } from '../sent-pages.ts';
import { SamplesAnswer } from '../samples.ts';
import type { Operation } from './operation.ts';

const samples = { scope: 'admin', tag: 'Imports' } as const;

export const PAGE_OPERATIONS = {
  sendPages: {
    method: 'POST',
    path: '/admin/pages',
    scope: 'admin',
    tag: 'Imports',
    summary: 'Send pages',
    description:
      'Indexes pages that were fetched elsewhere: lines of JSON, or one WARC, ARC, WACZ or HAR file, compressed with gzip or zstd or not, of any size. The content says what it is. ' +
      'Read the answer while you send: a line tells the outcome of each page as soon as it is durable, and the last one is a summary in every case. Nothing more is read from a client that leaves 16 MiB of lines unread. ' +
      'A newer capture of a page replaces an older one, and the same page twice changes nothing, so whatever was not acknowledged can be sent again.',
    query: PagesOptions,
    lists: {
      'application/x-ndjson':
        'A page on each line: `{"url": …, "html": …}`, with `body_base64` in place of `html` for bytes; optional are `status`, `headers`, `fetched_at` and `truncated`.',
      'application/har+json': 'A HAR.',
      'application/warc': 'A WARC.',
      'application/zip': 'A WACZ.',
      'application/gzip': 'Any of them but a WACZ, compressed with gzip.',
      'application/zstd': 'Any of them but a WACZ, compressed with zstd.',
      'application/octet-stream': 'Any of them.',
    },
    answers: [
      {
        status: 200,
        description: 'The outcomes of the pages, until all have one (the schema `PagesLine`).',
        text: {
          'application/x-ndjson':
            'A line for each page. The last line is the summary, also if the import fails: then it has the error as `failure`.',
        },
      },
    ],
  },
  getSamples: {
    ...samples,
    method: 'GET',
    path: '/admin/samples',
    summary: 'Get the sample sites',
    answers: [
      {
        status: 200,
        description: 'How many of them are in the index, and what to search for.',
        json: SamplesAnswer,
      },
    ],
  },
  addSamples: {
    ...samples,
    method: 'POST',
    path: '/admin/samples',
    summary: 'Add the sample sites',
    description:
      'Indexes small invented sites, some with a past, which come with sitegrep: no host gets a request. It takes seconds. ' +
      'Those that are in the index stay as they are, and blocked ones stay out.',
    answers: [{ status: 200, description: 'The sites as they are now.', json: SamplesAnswer }],
  },
  removeSamples: {
    ...samples,
    method: 'DELETE',
    path: '/admin/samples',
    summary: 'Remove the sample sites',
    description: 'Removes them from the index and blocks none, so that they can be added again.',
    answers: [{ status: 200, description: 'The sites as they are now.', json: SamplesAnswer }],
  },
} as const satisfies Record<string, Operation>;
