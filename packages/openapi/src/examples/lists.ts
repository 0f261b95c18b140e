import { type Examples, list, success } from './example.ts';

const LISTED = {
  id: 'suppliers',
  domains: 2,
  created_at: '2026-03-01 09:00:00 +00:00',
  changed_at: '2026-03-02 09:00:00 +00:00',
};
const WRITTEN = {
  ...LISTED,
  rejected: {
    count: 1,
    samples: [{ input: '1.2.3', reason: 'not four numbers, as an IPv4 address has' }],
  },
};
const ENTRIES = ['shop.example', 'https://www.tea.example/contact', '1.2.3'];
const ID = { id: LISTED.id };

export const LIST_EXAMPLES = {
  listDomainLists: { answers: { 200: list(LISTED) } },
  getDomainList: { parameters: ID, answers: { 200: success({ ...LISTED, stored: 1 }) } },
  putDomainList: {
    parameters: ID,
    json: { domains: ENTRIES },
    lists: {
      'text/plain': `# suppliers\n${ENTRIES.join('\n')}\n`,
      'application/x-ndjson': ENTRIES.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
    },
    answers: { 200: success(WRITTEN) },
  },
  changeDomainList: {
    parameters: ID,
    json: { add: ENTRIES, remove: ['old.example'] },
    answers: { 200: success(WRITTEN) },
  },
  deleteDomainList: { parameters: ID, answers: { 200: success(LISTED) } },
  listDomainListNames: {
    parameters: ID,
    answers: {
      200: success({ items: ['shop.example', 'tea.example'], next_token: '' }),
    },
  },
} as const satisfies Examples;
