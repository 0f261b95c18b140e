/*
 * Renders the OpenAPI document as one page that loads nothing else: it contains style and script, and its content security
 * policy allows them by their hashes. An API key that is entered stays in the memory of the page.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { entries, type JsonObject, object, text } from '@sitegrep/openapi';
import { type ShownOperation, shownOperations } from './operation.ts';
import { fieldTable, Html, html, prose, typeOf } from './schema.ts';

interface ReferencePage {
  readonly text: string;
  readonly contentSecurityPolicy: string;
}

interface Chapter {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly ShownOperation[];
}

export function referencePage(document: JsonObject): ReferencePage {
  const style = inPage('style', new URL('./style.css', import.meta.url));
  const scripts = [
    inPage('script', new URL('./menu.js', import.meta.url)),
    inPage('script', new URL('./try-it.js', import.meta.url)),
  ];
  const operations = shownOperations(document);
  const { title, version, description } = object(document['info']);
  const tags = Object.values(document['tags'] ?? []).map((tag) => object(tag));
  const chapters: readonly Chapter[] = tags.map((tag) => ({
    name: text(tag['name']),
    description: text(tag['description']),
    operations: operations.filter((operation) => operation.tag === tag['name']),
  }));
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${text(title)} API</title>
        ${style.element}
      </head>
      <body>
        <header>
          <h1>${text(title)} <small>API ${text(version)}</small></h1>
          <label class="key"
            >X-API-Key
            <input
              id="key"
              type="password"
              autocomplete="off"
              spellcheck="false"
              placeholder="stays in this page"
          /></label>
        </header>
        ${menuOf(chapters)}
        <main>
          ${prose(text(description))}
          <p><a href="openapi.json">openapi.json</a> is the same for programs.</p>
          ${chapters.map(
            (chapter) =>
              html`<section class="group">
                <h2>${chapter.name}</h2>
                <p>${chapter.description}</p>
                ${chapter.operations.map(({ content }) => content)}
              </section>`,
          )}
          <h2 id="schemas">Schemas</h2>
          ${schemasOf(document)}
        </main>
        ${CONFIRMATION} ${scripts.map(({ element }) => element)}
      </body>
    </html> `;
  return { text: page.text, contentSecurityPolicy: policyOf(style, scripts) };
}

function menuOf(chapters: readonly Chapter[]): Html {
  return html`<nav aria-label="Operations">
    <details open>
      <summary>Operations</summary>
      <input
        id="filter"
        type="search"
        aria-label="Filter operations"
        placeholder="filter, such as: crawl post"
        autocomplete="off"
        spellcheck="false"
      />
      <p id="unmatched" role="status" hidden>No operation has these words.</p>
      ${chapters.map(
        ({ name, operations: shown }) =>
          html`<section class="group">
            <h2>${name}</h2>
            <ul>
              ${shown.map(linkTo)}
            </ul>
          </section>`,
      )}
      <h2><a href="#schemas">Schemas</a></h2>
    </details>
  </nav>`;
}

function schemasOf(document: JsonObject): readonly Html[] {
  return entries(object(document['components'])['schemas']).map(
    ([name, schema]) =>
      html`<section class="schema" id="schema-${name}">
        <h3><code>${name}</code></h3>
        ${prose(text(object(schema)['description']))} ${fieldTable(schema) ?? html`<p>${typeOf(schema)}</p>`}
      </section>`,
  );
}

const CONFIRMATION = html`<dialog id="confirmation" aria-labelledby="question">
  <p id="question">Really send this?</p>
  <p><code class="request"></code></p>
  <p class="consequence"></p>
  <p>
    <button type="button" class="quiet" value="" autofocus>Cancel</button>
    <button type="button" class="danger" value="send">Send</button>
  </p>
</dialog>`;

function policyOf(style: InPage, scripts: readonly InPage[]): string {
  return [
    "default-src 'none'",
    `style-src ${style.hash}`,
    `script-src ${scripts.map(({ hash }) => hash).join(' ')}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Renders a link with the words that the filter looks into. */
function linkTo({ id, method, path, summary, tag }: ShownOperation): Html {
  return html`<li data-words="${[method, path, summary, id, tag].join(' ').toLowerCase()}">
    <a href="#${id}"><span class="method ${method.toLowerCase()}">${method}</span> ${summary}</a>
  </li>`;
}

interface InPage {
  readonly element: Html;
  readonly hash: string;
}

/** Renders a file as an element of the page, with the hash of its content for the policy. */
function inPage(element: 'style' | 'script', file: URL): InPage {
  const source = readFileSync(file, 'utf8');
  const type = element === 'script' ? ' type="module"' : '';
  return {
    element: new Html(`<${element}${type}>${source}</${element}>`),
    hash: `'sha256-${createHash('sha256').update(source).digest('base64')}'`,
  };
}
