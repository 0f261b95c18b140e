// /lists: lists of domains that users keep, and that searches name.
import {
  ChangeDomainListRequest,
  checker,
  DomainListNamesOptions,
  DomainListParameters,
  formatTimestamp,
  ListOptions,
  type DomainListItem,
  NoParameters,
  parameterChecker,
  PutDomainListRequest,
  type WrittenDomainList,
} from '@sitegrep/contract';
import { didYouMean } from '@sitegrep/search';
import { type DomainList, ListRefused, MAX_LIST_DOMAINS, MAX_LISTS } from '@sitegrep/storage';
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify';
import { isMediaType, readJson, readJsonBody, requireValid } from '../body.ts';
import { badRequest, Failure } from '../failure.ts';
import { fileHeader } from '../file-name.ts';
import { NDJSON, sendLines } from '../line-stream.ts';
import { readEntries, type RejectedEntries } from '../list-entries.ts';
import { openLists } from '../lists.ts';
import { type Entry, linesAsEntries } from '../lookup/entries.ts';
import { addOperation } from '../operation-route.ts';
import type { ApiParts } from '../settings.ts';
import { openUpload } from '../upload.ts';

const FORMATS = { 'text/plain': 'text', [NDJSON]: 'ndjson' } as const;
const LIST_TYPES = ['text/plain', NDJSON] as const;
const LIST = '/lists';

/** Names that are read at a time for an answer in text. */
const NAMES_AT_A_TIME = 1_000;

const checkNothing = parameterChecker(NoParameters);
const checkList = parameterChecker(ListOptions);
const checkNames = parameterChecker(DomainListNamesOptions);
const checkParameters = parameterChecker(DomainListParameters);
const checkPut = checker(PutDomainListRequest);
const checkChange = checker(ChangeDomainListRequest);

export function addDomainListRoutes(app: FastifyInstance, { storage, settings }: ApiParts): void {
  const { lists } = storage.domains;
  const pages = openLists(storage.keys);

  addOperation(app, 'listDomainLists', {}, async (request) => {
    const page = await pages.pageOf(LIST, requireValid(checkList(request.query)));
    const { items, next } = await lists.list(page);
    return {
      success: true,
      data: { items: items.map(listItem), next_token: await pages.tokenOf(LIST, next) },
    };
  });

  addOperation(app, 'getDomainList', {}, async (request) => {
    requireValid(checkNothing(request.query));
    const { id } = requireValid(checkParameters(request.params));
    const list = await lists.get(id);
    const stored = await lists.countStored(id);
    if (list === null || stored === null) throw await unknownList(id);
    return { success: true, data: { ...listItem(list), stored } };
  });

  addOperation(app, 'putDomainList', { preParsing: readJsonUnlessList }, async (request) => {
    requireValid(checkNothing(request.query));
    const { id } = requireValid(checkParameters(request.params));
    const list = { id, at: Date.now() };
    if (!isMediaType(request.headers, LIST_TYPES)) {
      const { domains } = requireValid(checkPut(request.json));
      return await written(request, domains, (names) => lists.put(list, names));
    }
    const { type, lines, drain } = await openUpload(request, LIST_TYPES, settings.maxUploadBytes);
    try {
      const entries = linesAsEntries(lines, FORMATS[type]);
      return await written(request, entries, (names) => lists.put(list, names));
    } catch (error) {
      // A client that is still sending does not read our answer.
      if (error instanceof Failure && (error.code === 'bad_request' || error.code === 'conflict'))
        await drain();
      throw error;
    }
  });

  addOperation(app, 'changeDomainList', { preParsing: readJson }, async (request) => {
    requireValid(checkNothing(request.query));
    const { id } = requireValid(checkParameters(request.params));
    const { add = [], remove = [], make: isMade = false } = requireValid(checkChange(request.json));
    if (add.length + remove.length === 0)
      throw badRequest({
        field: 'The body',
        problem: 'names no domain',
        remedy: 'give add, remove or both, each with at least one domain',
      });
    return await written(request, add, async (names) => {
      const removed = readEntries(remove);
      const changes = { add: names, remove: removed.domains, isMade };
      const changed = await lists.change({ id, at: Date.now() }, changes);
      if (changed === null) throw await unknownList(id);
      return { ...changed, more: removed.rejected() };
    });
  });

  addOperation(app, 'deleteDomainList', {}, async (request) => {
    requireValid(checkNothing(request.query));
    const { id } = requireValid(checkParameters(request.params));
    const list = await lists.get(id);
    if (list === null || !(await lists.delete(id))) throw await unknownList(id);
    logged(request, list, 'list of domains removed');
    return { success: true, data: listItem(list) };
  });

  addOperation(app, 'listDomainListNames', {}, async (request, reply) => {
    const { as = 'json', ...options } = requireValid(checkNames(request.query));
    const { id } = requireValid(checkParameters(request.params));
    const list = `${LIST}/${id}/domains`;
    const page = await pages.pageOf(list, options);
    const names = await lists.names(id, as === 'text' ? { ...page, limit: NAMES_AT_A_TIME } : page);
    if (names === null) throw await unknownList(id);
    if (as === 'json')
      return {
        success: true,
        data: { items: names.items, next_token: await pages.tokenOf(list, names.next) },
      };
    async function* lines(): AsyncGenerator<string, void> {
      for (let some = names; some !== null;) {
        yield some.items.map((name) => `${name}\n`).join('');
        if (some.next === null) return;
        some = await lists.names(id, { limit: NAMES_AT_A_TIME, after: some.next });
      }
      throw await unknownList(id);
    }
    reply.header('content-disposition', fileHeader({ of: 'domains', about: id, ending: 'txt' }));
    return sendLines(request, reply, 'text/plain', lines());
  });

  /** Writes the domains that entries name. @param write gets them, and may have refused further entries itself */
  async function written(
    request: FastifyRequest,
    entries: AsyncIterable<Entry> | Iterable<Entry>,
    write: (
      names: AsyncIterable<readonly string[]>,
    ) => Promise<DomainList & { readonly more?: RejectedEntries }>,
  ): Promise<{ readonly success: true; readonly data: WrittenDomainList }> {
    const { domains, rejected } = readEntries(entries);
    try {
      const { more, ...list } = await write(domains);
      logged(request, list, 'list of domains written');
      const own = rejected();
      const samples = [...own.samples, ...(more?.samples ?? [])].slice(0, 20);
      return {
        success: true,
        data: { ...listItem(list), rejected: { count: own.count + (more?.count ?? 0), samples } },
      };
    } catch (error) {
      if (error instanceof ListRefused) throw refusalOf(error, rejected());
      throw error;
    }
  }

  async function unknownList(id: string): Promise<Failure> {
    const { items } = await lists.list({ limit: MAX_LISTS });
    const meant = didYouMean(
      id,
      items.map((list) => list.id),
    );
    const remedy = `${meant}PUT ${LIST}/${id} makes it, and GET ${LIST} lists all`;
    return new Failure('not_found', `There is no list ${id}; ${remedy}.`);
  }
}

function logged(request: FastifyRequest, { id, domains }: DomainList, message: string): void {
  request.log.info(
    { keyId: request.apiKey?.id, keyPrefix: request.apiKey?.prefix, list: id, domains },
    message,
  );
}

function refusalOf({ reason }: ListRefused, { count, samples }: RejectedEntries): Failure {
  const [first] = samples;
  switch (reason) {
    case 'empty':
      return badRequest({
        field: 'The list',
        problem:
          first === undefined
            ? 'would have no domain'
            : `would have no domain: ${count} ${count === 1 ? 'entry names' : 'entries name'} none, the first one (${JSON.stringify(first.input)}) because it is ${first.reason}`,
        remedy: `give at least one, or remove the list with DELETE ${LIST}/{id}`,
      });
    case 'too long':
      return badRequest({
        field: 'The list',
        problem: `would have more than ${MAX_LIST_DOMAINS} domains`,
        remedy: 'make several lists of it; list:one,other finds the domains of either',
      });
    case 'too many lists':
      return new Failure(
        'conflict',
        `There are ${MAX_LISTS} lists, which is all there may be; remove one first.`,
      );
  }
}

function listItem({ id, domains, createdAt, changedAt }: DomainList): DomainListItem {
  return { id, domains, created_at: formatTimestamp(createdAt), changed_at: formatTimestamp(changedAt) };
}

async function readJsonUnlessList(
  request: FastifyRequest,
  _reply: unknown,
  body: RequestPayload,
): Promise<void> {
  if (!isMediaType(request.headers, LIST_TYPES))
    await readJsonBody(request, body, ['application/json', ...LIST_TYPES]);
}
