import { ListOptions } from '../crawls.ts';
import {
  ChangeDomainListRequest,
  DomainListAnswer,
  DomainListItemAnswer,
  DomainListListAnswer,
  DomainListNamesAnswer,
  DomainListNamesOptions,
  DomainListParameters,
  PutDomainListRequest,
  WrittenDomainListAnswer,
} from '../lists.ts';
import type { Operation } from './operation.ts';

const lists = { tag: 'Lists' } as const;
const list = { ...lists, path: '/lists/{id}', parameters: DomainListParameters } as const;

export const LIST_OPERATIONS = {
  listDomainLists: {
    ...lists,
    method: 'GET',
    path: '/lists',
    scope: 'search',
    summary: 'List lists of domains',
    query: ListOptions,
    answers: [{ status: 200, description: 'Lists, ordered by name.', json: DomainListListAnswer }],
  },
  getDomainList: {
    ...list,
    method: 'GET',
    scope: 'search',
    summary: 'Get list of domains',
    answers: [
      {
        status: 200,
        description: 'How many domains it has, and how many are stored.',
        json: DomainListAnswer,
      },
    ],
  },
  putDomainList: {
    ...list,
    method: 'PUT',
    scope: 'admin',
    summary: 'Put list of domains',
    description:
      'Makes the list, or replaces all of its domains if there is one of this name: searches see the earlier ones until all new ones ' +
      'are there. Up to a million entries come as text or NDJSON, one a line, up to 10,000 as JSON. Entries that name no domain are ' +
      'left out, counted and named.',
    json: { schema: PutDomainListRequest },
    lists: {
      'text/plain': 'A domain or URL on each line; a line that begins with # is a comment.',
      'application/x-ndjson': 'A JSON string, or an object with `domain` or `url`, on each line.',
    },
    answers: [{ status: 200, description: 'The list as it is now.', json: WrittenDomainListAnswer }],
    errors: ['conflict'],
  },
  changeDomainList: {
    ...list,
    method: 'PATCH',
    scope: 'admin',
    summary: 'Change list of domains',
    description: 'Adds domains to the list and removes others from it, in one step.',
    json: { schema: ChangeDomainListRequest },
    answers: [{ status: 200, description: 'The list as it is now.', json: WrittenDomainListAnswer }],
  },
  deleteDomainList: {
    ...list,
    method: 'DELETE',
    scope: 'admin',
    summary: 'Delete list of domains',
    description:
      'Removes the list; searches that name it are refused from then on. What is stored of its domains stays.',
    answers: [{ status: 200, description: 'The list that was removed.', json: DomainListItemAnswer }],
  },
  listDomainListNames: {
    ...list,
    method: 'GET',
    path: '/lists/{id}/domains',
    scope: 'search',
    summary: 'List domains of list',
    query: DomainListNamesOptions,
    answers: [
      {
        status: 200,
        description: 'Domains, in code point order.',
        json: DomainListNamesAnswer,
        text: {
          'text/plain':
            'With as=text: a domain on each line. If it fails after its beginning, the connection is closed before the end of the body.',
        },
      },
    ],
  },
} as const satisfies Record<string, Operation>;
