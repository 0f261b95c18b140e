import type { Operation } from './operation.ts';

export const IMPORT_OPERATIONS = {
  importCaptures: {
    method: 'POST',
    path: '/admin/imports',
    scope: 'admin',
    tag: 'Imports',
    summary: 'Import captures',
    description:
      'Indexes the pages of WARC, ARC, WACZ or HAR files, or of lines of JSON, compressed or not, which may be of any size. Their content says what they are. ' +
      'A newer capture of a page replaces an older one. Send the files of one crawl in one request, in the order of their names. ' +
      'An import that was interrupted can be sent again: what is stored already is left as it is. ' +
      'The answer begins while the files arrive and tells what was done; what it reports as stored is durable.',
    lists: {
      'multipart/form-data': 'Files, each as a part `file` with a `filename`.',
    },
    answers: [
      {
        status: 200,
        description: 'Events until the import has ended (the schema `ImportEvent`).',
        text: {
          'application/x-ndjson':
            'An event on each line. If the import fails, the last line is the body of an error, and the connection is closed.',
        },
      },
    ],
  },
} as const satisfies Record<string, Operation>;
