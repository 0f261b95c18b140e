// Writes the types of the Python client (clients/python) from the OpenAPI document, as client-types.ts does for TypeScript.
// openapi-python-client makes a package, too (docs/generated-clients.md), but leaves out what is not JSON, such as exports and
// uploads of captures, needs attrs, and makes an object of each line of an answer.
import { entries, type Json, type JsonObject, list, object, text } from '@sitegrep/openapi';
import { dataOf, errorsOf, requestNames } from './client-document.ts';

export const HEAD = '# Written by npm run docs from the OpenAPI document; not edited by hand.\n';

/** Words that can not be the name of an attribute in Python. */
const KEYWORDS = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global if ' +
    'import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

/** Types of a module: those that are rendered, and whatever named ones they need, each under its name. */
export class PythonTypes {
  readonly #requests: ReadonlySet<string>;
  readonly #declared = new Map<string, string>();

  /** @param document whose named schemas are declared, but for envelopes, which the client takes away */
  constructor(document: JsonObject) {
    const errors = errorsOf(document).map(({ phrase, code }) => `    ${JSON.stringify(phrase)}: "${code}",`);
    this.#declared.set(
      'ERROR_CODES',
      `#: Codes of errors by the phrase in an answer.\nERROR_CODES: dict[str, str] = {\n${errors.join('\n')}\n}\n`,
    );
    this.#requests = requestNames(document);
    for (const [name, schema] of entries(object(document['components'])['schemas'])) {
      if (name === 'ErrorBody') continue;
      const data = dataOf(schema);
      if (data === null) this.declare(name, schema);
      else if (object(data)['$ref'] === undefined) this.declare(name, data);
    }
  }

  /** Names of all that is declared. */
  get names(): ReadonlySet<string> {
    return new Set(this.#declared.keys());
  }

  /** Source of the module. */
  get source(): string {
    return `${HEAD}${PREAMBLE}${[...this.#declared.values()].join('\n\n')}`;
  }

  /** Declares a named schema. */
  declare(name: string, schema: Json): void {
    const isRequest = this.#requests.has(name);
    if (object(schema)['properties'] === undefined) {
      const type = this.typeOf(schema, name, isRequest);
      this.#declared.set(name, `${name}: TypeAlias = ${JSON.stringify(type)}\n${docstring(schema, '')}`);
    } else this.#declareObject(name, object(schema), isRequest);
  }

  /** Renders a schema as a type. @param name of the type, if one has to be declared for it */
  typeOf(schema: Json, name: string, isRequest: boolean): string {
    const rules = object(schema);
    const { $ref: reference, type, enum: values, const: constant, anyOf, items, prefixItems } = rules;
    const collection = isRequest ? 'Sequence' : 'list';
    if (typeof reference === 'string') return reference.split('/').at(-1) ?? '';
    if (constant !== undefined) return literal([constant]);
    if (Array.isArray(values)) return literal(values);
    if (Array.isArray(anyOf)) return this.#union(anyOf, name, isRequest);
    if (Array.isArray(prefixItems)) return `${collection}[${this.#union(prefixItems, name, isRequest)}]`;
    if (type === 'array') return `${collection}[${this.typeOf(items ?? {}, singular(name), isRequest)}]`;
    if (type === 'object') return this.#objectType(rules, name, isRequest);
    if (type === undefined) return 'Any';
    const simple = SIMPLE.get(text(type));
    if (simple === undefined)
      throw new Error(`scripts/python-types.ts knows no type ${JSON.stringify(type)}`);
    return simple;
  }

  #union(schemas: readonly Json[], name: string, isRequest: boolean): string {
    const objects = schemas.filter((one) => object(one)['properties'] !== undefined);
    const types = schemas.map((one) => {
      // Of several objects each is told by what its field `type` is.
      const { const: kind } = object(object(object(one)['properties'])['type']);
      const isOneOfMany = objects.length > 1 && objects.includes(one);
      const suffix = isOneOfMany ? capital(text(kind) || String(objects.indexOf(one) + 1)) : '';
      return this.typeOf(one, `${name}${suffix}`, isRequest);
    });
    return [...new Set(types)].join(' | ');
  }

  #objectType(rules: JsonObject, name: string, isRequest: boolean): string {
    if (rules['properties'] === undefined) {
      const { additionalProperties: others } = rules;
      return `dict[str, ${typeof others === 'object' ? this.typeOf(others, singular(name), isRequest) : 'Any'}]`;
    }
    this.#declareObject(name, rules, isRequest);
    return name;
  }

  #declareObject(name: string, rules: JsonObject, isRequest: boolean): void {
    if (this.#declared.has(name)) throw new Error(`scripts/python-types.ts has two types ${name}`);
    // What comes in between has its own declarations.
    this.#declared.set(name, '');
    const { properties, required } = rules;
    const fields = entries(properties).map(([field, rule]) => {
      const type = this.typeOf(rule, `${name}${capital(field)}`, isRequest);
      const isRequired = list(required).includes(field);
      return { field, rule, type: isRequired ? type : `NotRequired[${type}]` };
    });
    const isClass = fields.every(({ field }) => isName(field));
    this.#declared.set(
      name,
      isClass
        ? [
            `class ${name}(TypedDict):`,
            docstring(rules, '    '),
            ...fields.map(({ field, type, rule }) => `    ${field}: ${type}\n${docstring(rule, '    ')}`),
            ...(fields.length === 0 ? ['    pass\n'] : []),
          ].join('\n')
        : [
            `${name} = TypedDict(\n    ${JSON.stringify(name)},\n    {`,
            ...fields.map(
              ({ field, type, rule }) =>
                `${comment(rule)}        ${JSON.stringify(field)}: ${JSON.stringify(type)},`,
            ),
            `    },\n)\n${docstring(rules, '')}`,
          ].join('\n'),
    );
  }
}

const SIMPLE: ReadonlyMap<string, string> = new Map([
  ['string', 'str'],
  ['integer', 'int'],
  ['number', 'float'],
  ['boolean', 'bool'],
  ['null', 'None'],
]);

const PREAMBLE = `"""What requests and answers consist of, as types of dictionaries."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, Literal, TypeAlias, TypedDict

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    from typing_extensions import NotRequired


`;

/** Tells whether a text can be a name in Python. */
export function isName(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !KEYWORDS.has(name);
}

/** Begins every word with a capital letter: `last_event` becomes `LastEvent`. */
export function capital(name: string): string {
  return name.replaceAll(/(?:^|[^A-Za-z\d]+)([A-Za-z\d])/g, (_, letter: string) => letter.toUpperCase());
}

/** Renders the description of a schema as a docstring; empty if it has none. */
export function docstring(schema: Json, indent: string): string {
  const { description } = object(schema);
  if (typeof description !== 'string') return '';
  const told = description
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"""', String.raw`\"""`)
    .trim();
  const lines = told.split('\n').map((line) => (line === '' ? '' : `${indent}${line}`));
  return `${indent}"""${lines.join('\n').slice(indent.length)}${told.endsWith('"') ? ' ' : ''}"""\n`;
}

function comment(schema: Json): string {
  const { description } = object(schema);
  return typeof description === 'string' ? `        # ${description.replaceAll(/\s+/g, ' ').trim()}\n` : '';
}

function literal(values: readonly Json[]): string {
  const shown = values.map((value) => {
    if (typeof value === 'boolean') return value ? 'True' : 'False';
    return value === null ? 'None' : JSON.stringify(value);
  });
  return `Literal[${shown.join(', ')}]`;
}

/** Name of the type of an item of a list. */
function singular(name: string): string {
  return /[^s]s$/.test(name) ? name.slice(0, -1) : `${name}Item`;
}
