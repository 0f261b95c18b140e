// POST /domains/lookup: what is known of many domains, one line each, and a crawl of those that are missing.
import {
  checker,
  jsonLine,
  type LookedUpDomain,
  LookupFields,
  LookupOptions,
  LookupRequest,
  NoParameters,
  parameterChecker,
} from '@sitegrep/contract';
import type { RecordField } from '@sitegrep/site';
import type { DomainHit } from '@sitegrep/storage';
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { isMediaType, readJsonBody, requireValid } from '../../body.ts';
import { furtherFields } from '@sitegrep/tables/format';
import { knownDomain } from '../../found-item.ts';
import { Failure } from '../../failure.ts';
import { fileHeader } from '../../file-name.ts';
import { NDJSON, sendLines, withRetries } from '../../line-stream.ts';
import { entriesOf, type Entry, type ReadEntry, readEntryOf } from '../../lookup/entries.ts';
import { crawlOfMissing } from '../../lookup/missing.ts';
import { addOperation } from '../../operation-route.ts';
import type { Searches } from '../../searches.ts';
import type { ApiParts } from '../../settings.ts';
import { openUpload } from '../../upload.ts';

/** Media types of lists, with the format of their lines. */
const LISTS = { 'text/plain': 'text', [NDJSON]: 'ndjson' } as const;
const LIST_TYPES = ['text/plain', NDJSON] as const;

/** Domains that are looked up, and held in memory, at a time; two such parts are under way. */
const AT_A_TIME = 200;

const checkBody = checker(LookupRequest);
const checkFields = checker(LookupFields);
const checkNothing = parameterChecker(NoParameters);
const checkOptions = parameterChecker(LookupOptions);

interface Wish {
  readonly entries: readonly Entry[];
  readonly fields: readonly RecordField[];
  readonly crawlsMissing: boolean;
}

/** Adds the route. @param searches decide when a part is looked up: lookups share readers with searches */
export function addLookupRoute(app: FastifyInstance, parts: ApiParts, searches: Searches): void {
  const { onRequest } = searches.hooks;
  addOperation(
    app,
    'lookUpDomains',
    { onRequest, preParsing: readJsonUnlessList },
    async (request, reply) => {
      const { entries, fields, crawlsMissing } = await wishOf(request, parts);
      if (crawlsMissing) requireAdmin(request);
      const look: Look = (domains, signal) =>
        searches.queued(request, signal, () => parts.storage.domains.lookup(domains));
      const lookedUp = lookUp(reply, searches, look, entries);
      const missing: { line: number; input: string }[] = [];
      // A failure at the beginning is an ordinary error answer.
      const first = await lookedUp.next();
      async function* lines(): AsyncGenerator<string, void> {
        for (let part = first, line = 0; part.done !== true; part = await lookedUp.next()) {
          yield part.value.map((entry) => jsonLine(answerOf(entry, fields))).join('');
          for (const { kind, input, hit } of part.value) {
            line += 1;
            if (crawlsMissing && kind === 'seed' && hit === null) missing.push({ line, input });
          }
        }
        if (crawlsMissing) yield jsonLine({ crawl: await crawlOfMissing(parts, request, missing) });
      }
      reply.header('content-disposition', fileHeader({ of: 'lookup', ending: 'ndjson' }));
      return sendLines(request, reply, NDJSON, lines());
    },
  );
}

type Look = (domains: readonly string[], signal: AbortSignal) => Promise<readonly (DomainHit | null)[]>;

type Answered = ReadEntry & {
  /** Null if nothing is stored, or if the entry names no domain. */
  readonly hit: DomainHit | null;
};

/** Looks entries up part by part, one part ahead of what is taken. */
async function* lookUp(
  reply: FastifyReply,
  searches: Searches,
  look: Look,
  entries: readonly Entry[],
): AsyncGenerator<readonly Answered[], void> {
  const patienceMs = searches.timeoutMs;
  const answered = async (from: number, isFirst: boolean): Promise<readonly Answered[]> => {
    const read = entries.slice(from, from + AT_A_TIME).map(readEntryOf);
    const domains = read.flatMap((entry) => (entry.kind === 'seed' ? [entry.seed.domain] : []));
    const hits = await searches.whileWanted(reply, (signal) => {
      const work = () => look(domains, signal);
      return isFirst ? work() : withRetries(work, patienceMs, signal);
    });
    let next = 0;
    return read.map((entry) => ({ ...entry, hit: entry.kind === 'seed' ? (hits[next++] ?? null) : null }));
  };
  let ahead = answered(0, true);
  for (let from = AT_A_TIME; ; from += AT_A_TIME) {
    const part = await ahead;
    if (from >= entries.length) {
      yield part;
      return;
    }
    ahead = answered(from, false);
    // Its failure is thrown when it is awaited; nobody may await it if the client leaves.
    ahead.catch(() => undefined);
    yield part;
  }
}

function answerOf(entry: Answered, fields: readonly RecordField[]): LookedUpDomain {
  const { input, hit } = entry;
  if (entry.kind === 'rejected') return { input, domain: null, item: null, error: entry.reason };
  return { input, domain: entry.seed.domain, item: hit === null ? null : knownDomain(hit, fields) };
}

function isList({ headers }: FastifyRequest): boolean {
  return isMediaType(headers, LIST_TYPES);
}

async function readJsonUnlessList(
  request: FastifyRequest,
  _reply: unknown,
  body: RequestPayload,
): Promise<void> {
  if (!isList(request)) await readJsonBody(request, body, ['application/json', ...LIST_TYPES]);
}

/** @throws Failure too_large, unsupported_media_type, bad_request */
async function wishOf(request: FastifyRequest, { settings }: ApiParts): Promise<Wish> {
  if (!isList(request)) {
    requireValid(checkNothing(request.query));
    const {
      domains,
      fields = [],
      crawl_missing: crawlsMissing = false,
    } = requireValid(checkBody(request.json));
    return { entries: domains, fields: furtherFields(fields), crawlsMissing };
  }
  const { type, lines, drain } = await openUpload(request, LIST_TYPES, settings.maxUploadBytes);
  try {
    const { fields, crawl_missing: crawlsMissing = false } = requireValid(checkOptions(request.query));
    const named = fields === undefined ? [] : fields.split(',').map((field) => field.trim());
    const further = furtherFields(requireValid(checkFields({ fields: named })).fields ?? []);
    return { entries: await entriesOf(lines, LISTS[type]), fields: further, crawlsMissing };
  } catch (error) {
    // A client that is still sending does not read our answer.
    if (error instanceof Failure && error.code === 'bad_request') await drain();
    throw error;
  }
}

/** @throws Failure forbidden */
function requireAdmin({ apiKey }: FastifyRequest): void {
  if (apiKey?.scopes.includes('admin') === true) return;
  throw new Failure(
    'forbidden',
    'crawl_missing needs a key that has the scope "admin", too; use another key, or leave it out.',
  );
}
