import { type Operation, type OperationId, OPERATIONS, TAGS } from '@sitegrep/contract';
import { EXAMPLES } from './examples/index.ts';
import type { JsonObject } from './json.ts';
import { operationObject } from './operation.ts';
import { errorResponses } from './responses.ts';
import { namedSchemas } from './schemas.ts';

/** Version of the contract, not of the program. */
const API_VERSION = '1.0.0';

const DESCRIPTION = `Search websites by the source of their HTML pages. For example, the domains whose pages load scripts of WooCommerce:

\`\`\`sh
curl http://127.0.0.1:8080/html-source-code-search \\
     -H "X-API-Key: $SITEGREP_KEY" -H 'Content-Type: application/json' \\
     -d '{"search_terms": ["wp-content/plugins/woocommerce"], "limit": 10}'
\`\`\`

Every answer is JSON, \`{"success": true, "data": …}\` or \`{"success": false, "error": …, "details": …}\`, unless an
operation says otherwise. All fields that are documented here are always present; unknown values are null.

A request is checked in this order: path and method (404, 405), key and scope (401, 403), rate limit (429), body (413,
415, 400), and last the services that the operation needs (503, 502, 504). HEAD is answered as GET is, without the body. A
slash at the end of a path changes nothing. All other methods that are not listed get a 405, except the requests that browsers
send before requests from other origins, if the instance allows those.`;

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
    servers: [{ url: '/', description: 'The instance that serves this document.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: paths(),
    components: {
      securitySchemes: {
        ApiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'The scopes of a key decide which operations it may call.',
        },
        Bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The key as a bearer token, for programs that send no other header.',
        },
        Basic: {
          type: 'http',
          scheme: 'basic',
          description: 'Any login, and a key as the password; for the operations of DataForSEO only.',
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
