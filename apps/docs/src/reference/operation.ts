import { entries, type Json, type JsonObject, list, object, resolved, text } from '@sitegrep/openapi';
import { html, type Html, inline, prose, shownText } from '../html.ts';
import type { Section } from '../section.ts';
import { examplesPart } from './examples-part.ts';
import { requestOf } from './request.ts';
import { fieldTable, rowOf, typeOf } from './schema.ts';

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** An operation as a section of its page. */
export interface ShownOperation extends Section {
  /** Group that it belongs to. */
  readonly tag: string;
  readonly method: string;
  readonly path: string;
}

/** Renders all operations of a document. */
export function shownOperations(document: JsonObject): readonly ShownOperation[] {
  return entries(document['paths']).flatMap(([path, item]) =>
    entries(item)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) => shown(document, path, method.toUpperCase(), object(operation))),
  );
}

function shown(document: JsonObject, path: string, method: string, operation: JsonObject): ShownOperation {
  const id = text(operation['operationId']);
  const summary = text(operation['summary']);
  const [tag] = list(operation['tags']);
  const parameters = list(operation['parameters']).map(object);
  const body = object(operation['requestBody']);
  const description = prose(text(operation['description']));
  const fields = html`${parametersPart(parameters)} ${bodyPart(document, body)}`;
  const content = html`<p class="request">
      <span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code>
    </p>
    ${description} ${examplesPart(requestOf(path, method, operation))} ${fields}
    ${tryPart({ id, method, path, consequence: consequenceOf(method, operation) }, parameters, body)}
    <h3>Answers</h3>
    ${entries(operation['responses']).map(([status, answer]) => answerPart(document, status, object(answer)))}`;
  const found = [html`${method} ${path}`, ...description, fields].map(shownText).join(' ');
  return {
    id,
    level: 2,
    title: html`${summary}`,
    heading: summary,
    content,
    text: found,
    tag: text(tag),
    method,
    path,
  };
}

function parametersPart(parameters: readonly JsonObject[]): Html | null {
  if (parameters.length === 0) return null;
  const rows = parameters.map((parameter) => {
    const rule = { ...object(parameter['schema']), description: text(parameter['description']) };
    return rowOf(text(parameter['name']), rule, parameter['required'] === true);
  });
  return html`<h3>Parameters</h3>
    <div class="wide">
      <table>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>`;
}

function bodyPart(document: JsonObject, body: JsonObject): Html | null {
  const types = entries(body['content']);
  if (types.length === 0) return null;
  return html`<h3>Body</h3>
    ${types.map(([type, content]) => {
      const schema = object(content)['schema'] ?? {};
      const description = text(object(schema)['description']);
      return html`<p><code>${type}</code> ${description === '' ? typeOf(schema) : inline(description)}</p>
        ${fieldTable(resolved(document, schema))}`;
    })}`;
}

function answerPart(document: JsonObject, status: string, answer: JsonObject): Html {
  const { description, headers, content } = object(resolved(document, answer));
  const names = entries(headers).map(([name]) => name);
  return html`<details>
    <summary><b class="status s${status.slice(0, 1)}">${status}</b> ${text(description)}</summary>
    ${names.length === 0 ? null : html`<p><small>Headers: ${names.join(', ')}</small></p>`}
    ${entries(content).map(([type, value]) => {
      const { schema = {}, example } = object(value);
      return html`<p><code>${type}</code> ${typeOf(schema)}</p>
        ${example === undefined ? null : html`<pre tabindex="0">${pretty(example)}</pre>`}`;
    })}
  </details>`;
}

/** Consequence of a request that removes something: the beginning of the operation's description. Null for others. */
function consequenceOf(method: string, operation: JsonObject): string | null {
  if (method !== 'DELETE') return null;
  const [description = ''] = text(operation['description']).split('\n\n');
  return description.replaceAll('`', '');
}

function tryPart(
  operation: {
    readonly id: string;
    readonly method: string;
    readonly path: string;
    /** Consequence of a request that must be confirmed; null if it need not be. */
    readonly consequence: string | null;
  },
  parameters: readonly JsonObject[],
  body: JsonObject,
): Html {
  const types = entries(body['content']);
  const examples = types.map(
    ([type, content]) =>
      html`<option value="${type}" data-example="${pretty(object(content)['example'] ?? '')}">
        ${type}
      </option>`,
  );
  return html`<details class="try">
    <summary>Try it</summary>
    <form
      data-id="${operation.id}"
      data-method="${operation.method}"
      data-path="${operation.path}"
      ${operation.consequence === null ? null : html` data-consequence="${operation.consequence}"`}
    >
      ${parameters.map((parameter) => {
        const [name, location] = [text(parameter['name']), text(parameter['in'])];
        const example = parameter['example'];
        return html`<label
          >${name} <small>${location}</small>
          <input
            name="${name}"
            data-in="${location}"
            value="${example === undefined ? '' : pretty(example)}"
            autocomplete="off"
            spellcheck="false"
            ${parameter['required'] === true ? html` required` : null}
        /></label>`;
      })}
      ${
        types.length === 0
          ? null
          : html`<label
                >Content-Type
                <select name="type">
                  ${examples}
                </select></label
              >
              <label
                >Body
                <textarea name="body" rows="8" spellcheck="false">
${pretty(object(types[0]?.[1] ?? {})['example'] ?? '')}</textarea>
              </label>`
      }
      <p><button>Send</button> <button type="button" class="stop" hidden>Stop</button></p>
      <div class="answer" role="status" hidden>
        <p class="line"></p>
        <pre class="body" tabindex="0"></pre>
        <p><button type="button" class="quiet save" hidden>Save as a file</button></p>
        <p><small>The same with curl:</small></p>
        <pre class="curl" tabindex="0"></pre>
      </div>
    </form>
  </details>`;
}

function pretty(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
