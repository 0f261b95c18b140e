// All pages of the documentation: those in Markdown, and the reference of the API, one page a group of operations.
import { entries, type JsonObject, list, object, text } from '@sitegrep/openapi';
import { CHAPTERS, pageNameOf } from './chapters.ts';
import { type DocumentationPage, firstPage, framed, type PageGroup } from './frame.ts';
import { html, type Html, prose, shownText } from './html.ts';
import { renderMarkdown } from './markdown.ts';
import { shownOperations } from './reference/operation.ts';
import { fieldTable, SCHEMAS_PAGE, typeOf } from './reference/schema.ts';
import { searchFiles } from './search-files.ts';
import type { Section } from './section.ts';

export interface Site {
  /** Texts of files by their names. */
  readonly files: ReadonlyMap<string, string>;
  /** Paths of the pictures that pages show, from the root of the repository. */
  readonly pictures: readonly string[];
}

/**
 * Makes the documentation.
 *
 * @param read reads a file of the repository
 * @param api the OpenAPI document
 */
export function documentationSite(read: (file: string) => string, api: JsonObject): Site {
  const pictures: string[] = [];
  const reference = referencePages(api);
  const written = CHAPTERS.map(({ title, files }) => ({
    title,
    introduction: [],
    pages: files.map((file): DocumentationPage => {
      const page = renderMarkdown(file, read(file), addressOf);
      pictures.push(...page.pictures);
      return { ...page, name: pageNameOf(file), hasForms: false };
    }),
  }));
  const groupsFor = (root: string): readonly PageGroup[] => [
    ...written,
    { title: 'API', introduction: apiIntroduction(api, root), pages: reference },
  ];
  const groups = groupsFor('../');
  const pages = groups.flatMap((group) => group.pages);
  const names = new Set(pages.map(({ name }) => name));
  if (names.size < pages.length) throw new Error('two pages have the same name');
  const files = new Map([
    ['index.html', firstPage(INTRODUCTION, groupsFor('./'), 'docs/')],
    ['index-below.html', firstPage(INTRODUCTION, groups, '')],
    ...pages.map((page): [string, string] => [`${page.name}.html`, framed(page, groups)]),
    ...searchFiles(pages),
  ]);
  return { files, pictures: [...new Set(pictures)] };
}

/** Text at the top of the first page. */
const INTRODUCTION = [
  html`<p>
    sitegrep tells which websites have a text in the source of their HTML pages. The box above searches all of
    this documentation.
  </p>`,
];

/** Renders what is true of all operations. @param root way to the start of the instance */
function apiIntroduction(api: JsonObject, root: string): readonly Html[] {
  return [
    ...prose(text(object(api['info'])['description'])),
    html`<p><a href="${root}openapi.json">openapi.json</a> describes the API for programs.</p>`,
  ];
}

const WRITTEN = new Set(CHAPTERS.flatMap(({ files }) => files));

/** Address of what a file becomes, from other pages; null if it is not part of the documentation. */
function addressOf(file: string): string | null {
  if (file === 'docs/openapi.json') return '../openapi.json';
  return WRITTEN.has(file) ? pageNameOf(file) : null;
}

/** The reference: a page for each group of operations, and one for the schemas that have names. */
function referencePages(api: JsonObject): readonly DocumentationPage[] {
  const operations = shownOperations(api);
  const groups = list(api['tags']).map(object);
  const pages = groups.map((tag): DocumentationPage => {
    const [title, summary] = [text(tag['name']), text(tag['description'])];
    const own = operations.filter((operation) => operation.tag === title);
    const rows = own.map(
      (operation) =>
        html`<tr>
          <td><span class="method ${operation.method.toLowerCase()}">${operation.method}</span></td>
          <td><code>${operation.path}</code></td>
          <td><a href="#${operation.id}">${operation.heading}</a></td>
        </tr>`,
    );
    const content = html`<p>${summary}</p>
      <div class="wide" tabindex="0">
        <table class="plain">
          <tbody>
            ${rows}
          </tbody>
        </table>
      </div>`;
    const head = headOf(`${title} (API)`, content);
    const name = `api-${title.toLowerCase().replaceAll(/\W+/g, '-')}`;
    return { name, title, summary, sections: [head, ...own], hasForms: true };
  });
  return [...pages, schemasPage(api)];
}

function schemasPage(api: JsonObject): DocumentationPage {
  const title = 'Schemas';
  const summary = 'Forms of requests and answers that have a name.';
  const schemas = entries(object(api['components'])['schemas']).map(([name, schema]): Section => {
    const content = html`${prose(text(object(schema)['description']))}
    ${fieldTable(schema) ?? html`<p>${typeOf(schema)}</p>`}`;
    return {
      id: `schema-${name}`,
      level: 2,
      title: html`<code>${name}</code>`,
      heading: name,
      content,
      text: shownText(content),
    };
  });
  const head = headOf(title, html`<p>${summary}</p>`);
  return { name: SCHEMAS_PAGE, title, summary, sections: [head, ...schemas], hasForms: false };
}

function headOf(heading: string, content: Section['content']): Section {
  return { id: 'site-top', level: 1, title: html`${heading}`, heading, content, text: shownText(content) };
}
