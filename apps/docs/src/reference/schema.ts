import { isObject, type Json, type JsonObject, object } from '@sitegrep/openapi';
import { html, type Html, inline } from '../html.ts';

/** Name of the page with the named schemas. */
export const SCHEMAS_PAGE = 'api-schemas';

/** Renders the fields of a schema, and of objects within it, as a table; null if it has none. */
export function fieldTable(schema: Json): Html | null {
  const rows = rowsOf(schema, '');
  if (rows.length === 0) return null;
  return html`<div class="wide">
    <table>
      <thead>
        <tr>
          <th>Field</th>
          <th>Type</th>
          <th>Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

/** Describes the allowed values of a schema. */
export function typeOf(schema: Json): Html {
  if (!isObject(schema)) return html`any`;
  const { $ref: reference, type, enum: values, const: constant, items, anyOf, prefixItems } = schema;
  if (typeof reference === 'string') {
    const name = reference.split('/').at(-1) ?? '';
    return html`<a href="${SCHEMAS_PAGE}#schema-${name}">${name}</a>`;
  }
  if (constant !== undefined) return html`<code>${JSON.stringify(constant)}</code>`;
  if (Array.isArray(values))
    return html`${between(values.map((value) => html`<code>${String(value)}</code>`))}`;
  if (Array.isArray(anyOf)) return html`${between(anyOf.map(typeOf))}`;
  if (Array.isArray(prefixItems)) return html`[${between(prefixItems.map(typeOf), ', ')}]`;
  if (type === 'array') {
    const item = typeOf(items ?? {});
    return object(items)['anyOf'] !== undefined ? html`list of (${item})` : html`list of ${item}`;
  }
  if (type === 'object' && isObject(schema['additionalProperties'] ?? null)) {
    return html`object of ${typeOf(schema['additionalProperties'] ?? {})}`;
  }
  return html`${typeof type === 'string' ? type : 'any'}`;
}

function rowsOf(schema: Json, path: string): readonly Html[] {
  if (!isObject(schema)) return [];
  const { properties, required, items, anyOf } = schema;
  if (Array.isArray(anyOf)) return anyOf.flatMap((one) => rowsOf(one, path));
  if (items !== undefined) return rowsOf(items, `${path}[]`);
  if (properties === undefined || !isObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, rule]) => {
    const field = path === '' ? name : `${path}.${name}`;
    const isRequired = Array.isArray(required) && required.includes(name);
    return [rowOf(field, rule, isRequired), ...rowsOf(rule, field)];
  });
}

export function rowOf(name: string, rule: Json, isRequired: boolean): Html {
  const schema = isObject(rule) ? rule : {};
  const description = schema['description'];
  return html`<tr>
    <td><code>${name}</code>${isRequired ? null : html` <small>optional</small>`}</td>
    <td>${typeOf(schema)}</td>
    <td>
      ${typeof description === 'string' ? inline(description) : null} <small>${boundsOf(schema)}</small>
    </td>
  </tr>`;
}

const BOUNDS: readonly (readonly [unit: string, least: string, most: string])[] = [
  ['', 'minimum', 'maximum'],
  [' characters', 'minLength', 'maxLength'],
  [' items', 'minItems', 'maxItems'],
];

function boundsOf(schema: JsonObject): string {
  const bounds = BOUNDS.flatMap(([unit, least, most]) => {
    const [from, to] = [schema[least], schema[most]];
    if (typeof from === 'number' && typeof to === 'number') return [`${from} to ${to}${unit}.`];
    if (typeof from === 'number') return [`At least ${from}${unit}.`];
    return typeof to === 'number' ? [`At most ${to}${unit}.`] : [];
  });
  const usual = schema['default'];
  return [...bounds, ...(usual === undefined ? [] : [`Default ${JSON.stringify(usual)}.`])].join(' ');
}

function between(parts: readonly Html[], separator = ' or '): readonly Html[] {
  return parts.map((part, index) => (index === 0 ? part : html`${separator}${part}`));
}
