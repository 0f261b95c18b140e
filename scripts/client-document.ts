// The part of the OpenAPI document that our clients are made of.
import { entries, type Json, type JsonObject, object, text } from '@sitegrep/openapi';

/** The document without the operations for clients of DataForSEO and of MCP, which have clients of their own. */
export function ownPart(document: JsonObject): JsonObject {
  const isOwn = (name: string): boolean => !name.startsWith('DataForSeo');
  const named = (part: Json | undefined): JsonObject =>
    Object.fromEntries(entries(part).filter(([name]) => isOwn(name)));
  const { schemas, responses, ...others } = object(document['components']);
  return {
    ...document,
    paths: Object.fromEntries(entries(document['paths']).filter(([path]) => !/^\/(?:v3\/|mcp$)/.test(path))),
    components: { ...others, schemas: named(schemas), responses: named(responses) },
  };
}

/** Schema of the `data` in the envelope of an answer; null if it has no envelope. */
export function dataOf(schema: Json): Json | null {
  const { success, data } = object(object(schema)['properties']);
  return object(success)['const'] === true && data !== undefined ? data : null;
}

/** Names of the schemas that requests consist of. */
export function requestNames(document: JsonObject): ReadonlySet<string> {
  const schemas = object(object(document['components'])['schemas']);
  const names = new Set<string>();
  const add = (json: Json): void => {
    for (const [, name = ''] of JSON.stringify(json).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (names.has(name)) continue;
      names.add(name);
      add(schemas[name] ?? null);
    }
  };
  for (const [, item] of entries(document['paths']))
    for (const [, operation] of entries(item)) add(object(operation)['requestBody'] ?? null);
  return names;
}

/** An error of the API: the phrase in its answer, the code that clients have for it, and its status. */
export interface DocumentedError {
  readonly phrase: string;
  readonly code: string;
  readonly status: string;
}

/** The errors that operations answer with. */
export function errorsOf(document: JsonObject): readonly DocumentedError[] {
  const statuses = new Map(
    entries(document['paths']).flatMap(([, item]) =>
      entries(item).flatMap(([, operation]) =>
        entries(object(operation)['responses']).map(
          ([status, answer]) => [text(object(answer)['$ref']).split('/').at(-1) ?? '', status] as const,
        ),
      ),
    ),
  );
  return entries(object(document['components'])['responses']).flatMap(([name, response]) => {
    const content = object(object(response)['content'])['application/json'] ?? {};
    const phrase = text(object(object(content)['example'])['error']);
    const code = name.replaceAll(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
    const status = statuses.get(name);
    // A method that is not there is no operation's answer, and no client's of ours.
    return status === undefined ? [] : [{ phrase, code, status }];
  });
}
