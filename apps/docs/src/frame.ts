/*
 * The frame of a page: the search above, the contents at the left, the pages before and after it below. A page loads the style and
 * the script of the documentation and nothing else; without the script, all of it can be read.
 */
import { html, type Html } from './html.ts';
import type { Section } from './section.ts';

export interface DocumentationPage {
  /** Last part of its address. */
  readonly name: string;
  readonly title: string;
  /** Subject of the page, in a sentence. */
  readonly summary: string;
  readonly sections: readonly Section[];
  /** True if requests can be sent from it. */
  readonly hasForms: boolean;
}

export interface PageGroup {
  readonly title: string;
  /** Text above its pages on the first page. */
  readonly introduction: readonly Html[];
  readonly pages: readonly DocumentationPage[];
}

/** Renders a page between its neighbours. */
export function framed(page: DocumentationPage, groups: readonly PageGroup[]): string {
  const all = groups.flatMap(({ pages }) => pages);
  const index = all.indexOf(page);
  const [before, after] = [index > 0 ? all[index - 1] : undefined, all[index + 1]];
  const [first, ...sections] = page.sections;
  return documentOf({
    title: `${page.title} · sitegrep`,
    at: '',
    hasForms: page.hasForms,
    menu: menuOf(groups, page, ''),
    content: html`<h1 id="${first?.id ?? ''}">${first?.title ?? page.title}</h1>
      ${first?.content ?? null} ${sections.map(sectionOf)}
      <nav class="neighbours" aria-label="Pages before and after">
        ${before === undefined ? null : html`<a rel="prev" href="${before.name}"><small>Previous</small> ${before.title}</a>`}
        ${after === undefined ? null : html`<a rel="next" href="${after.name}"><small>Next</small> ${after.title}</a>`}
      </nav>`,
  });
}

/**
 * Renders the first page.
 *
 * @param at way to the other pages: from /docs they are one level below, from /docs/ beside it
 */
export function firstPage(
  introduction: readonly Html[],
  groups: readonly PageGroup[],
  at: '' | 'docs/',
): string {
  return documentOf({
    title: 'sitegrep · documentation',
    at,
    hasForms: false,
    menu: menuOf(groups, null, at),
    content: html`<h1>sitegrep</h1>
      ${introduction}
      ${groups.map(
        ({ title, introduction: about, pages }) =>
          html`<h2>${title}</h2>
            ${about}
            <dl class="pages">
              ${pages.map(
                (page) =>
                  html`<div>
                    <dt><a href="${at}${page.name}">${page.title}</a></dt>
                    <dd>${page.summary}</dd>
                  </div>`,
              )}
            </dl>`,
      )}`,
  });
}

interface Parts {
  readonly title: string;
  /** Way to the other pages. */
  readonly at: string;
  readonly hasForms: boolean;
  readonly menu: Html;
  readonly content: Html;
}

function documentOf({ title, at, hasForms, menu, content }: Parts): string {
  const [home, root] = at === '' ? ['../docs', '../'] : ['docs', './'];
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="stylesheet" href="${at}docs.css" />
        <script type="module" src="${at}docs.js"></script>
      </head>
      <body>
        <a class="skip" href="#site-content">Skip to the page</a>
        <header>
          <p class="home">
            <a href="${home}">sitegrep <small>documentation</small></a>
          </p>
          <search>
            <input
              id="site-search"
              type="search"
              aria-label="Search the documentation"
              placeholder="Search the documentation ( / )"
              autocomplete="off"
              spellcheck="false"
            />
            <div id="site-results" hidden>
              <p role="status"></p>
              <ol></ol>
            </div>
          </search>
          <p class="console"><a href="${root}">Console</a></p>
        </header>
        ${menu}
        <main id="site-content" tabindex="-1">${hasForms ? KEY : null} ${content}</main>
        ${hasForms ? CONFIRMATION : null}
      </body>
    </html> `.text;
}

function menuOf(groups: readonly PageGroup[], current: DocumentationPage | null, at: string): Html {
  return html`<nav class="contents" aria-label="Contents">
    <details open>
      <summary>Contents</summary>
      ${groups.map(
        ({ title, pages }) =>
          html`<h2>${title}</h2>
            <ul>
              ${pages.map((page) =>
                page === current
                  ? html`<li class="current">
                      <a href="${page.name}" aria-current="page">${page.title}</a>
                      ${partsOf(page)}
                    </li>`
                  : html`<li><a href="${at}${page.name}">${page.title}</a></li>`,
              )}
            </ul>`,
      )}
    </details>
  </nav>`;
}

/** Renders links to the parts of the page that is shown. */
function partsOf({ sections }: DocumentationPage): Html | null {
  const parts = sections.filter(({ level }) => level === 2);
  if (parts.length === 0) return null;
  return html`<ul>
    ${parts.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
  </ul>`;
}

function sectionOf({ id, level, title, content }: Section): Html {
  const anchor = html`<a class="anchor" href="#${id}" aria-label="Link to this part">#</a>`;
  const heading =
    level === 2 ? html`<h2 id="${id}">${title} ${anchor}</h2>` : html`<h3 id="${id}">${title} ${anchor}</h3>`;
  return html`<section>${heading} ${content}</section>`;
}

const KEY = html`<p>
  <label class="key"
    >X-API-Key
    <input
      id="site-key"
      type="password"
      autocomplete="off"
      spellcheck="false"
      placeholder="or sign in to the console"
  /></label>
</p>`;

const CONFIRMATION = html`<dialog id="site-confirmation" aria-labelledby="site-question">
  <p id="site-question">Really send this?</p>
  <p><code class="request"></code></p>
  <p class="consequence"></p>
  <p>
    <button type="button" class="quiet" value="" autofocus>Cancel</button>
    <button type="button" class="danger" value="send">Send</button>
  </p>
</dialog>`;
