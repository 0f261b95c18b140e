import { type Operation, type OperationId, OPERATIONS, TAGS } from '@sitegrep/contract';
import { errorResponses } from './errors.ts';
import { EXAMPLES } from './examples/index.ts';
import type { JsonObject } from './json.ts';
import { operationObject } from './operation.ts';
import { namedSchemas } from './schemas.ts';

/** Version of the contract, not of the program. */
const API_VERSION = '1.0.0';

const DESCRIPTION = `Which websites have this string in their HTML source?

Every answer is JSON, \`{"success": true, "data": …}\` or \`{"success": false, "error": …, "details": …}\`, unless an
operation says otherwise. Fields that are named here are always there; what is not known is null.

A request is checked in this order: path and method (404, 405), key and scope (401, 403), limit (429), body (413, 415,
400), and at last what stands behind it (503, 502, 504). HEAD, OPTIONS and every other method that is not listed are a
405, but for what browsers ask before requests from other origins, if the instance allows those.`;

/** The API as an OpenAPI 3.1 document, made from the schemas by which requests are checked. */
export function openApiDocument(): JsonObject {
  return {
    openapi: '3.1.1',
    info: {
      title: 'sitegrep',
      version: API_VERSION,
      description: DESCRIPTION,
      license: { name: 'GPL-3.0-or-later', identifier: 'GPL-3.0-or-later' },
    },
    servers: [{ url: '/', description: 'The instance that this document comes from.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: paths(),
    components: {
      securitySchemes: {
        ApiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'The scopes of a key say which operations it is good for.',
        },
      },
      schemas: namedSchemas(),
      responses: errorResponses(),
    },
  };
}

function paths(): JsonObject {
  const byPath: Record<string, JsonObject> = {};
  for (const [id, operation] of operations()) {
    const others = byPath[operation.path] ?? {};
    const method = operation.method.toLowerCase();
    byPath[operation.path] = { ...others, [method]: operationObject(id, operation, EXAMPLES[id]) };
  }
  return byPath;
}

function operations(): readonly (readonly [OperationId, Operation])[] {
  const isId = (id: string): id is OperationId => id in OPERATIONS;
  return Object.keys(OPERATIONS)
    .filter(isId)
    .map((id) => [id, OPERATIONS[id]] as const);
}
