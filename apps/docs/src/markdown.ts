/*
 * Renders a page in Markdown. Headings have the anchors that GitHub gives them, so that links lead to the same parts there and
 * here. Links to files that are not part of the documentation, such as sources, become plain text: an instance does not have them.
 */
import { basename, dirname, join } from 'node:path/posix';
import Slugger from 'github-slugger';
import { Marked, Parser, type RendererObject, type Token, type Tokens } from 'marked';
import { html, Html, shownText } from './html.ts';
import type { Section } from './section.ts';

export interface MarkdownPage {
  readonly title: string;
  /** First sentence of the page. */
  readonly summary: string;
  readonly sections: readonly Section[];
  /** Paths of the pictures that it shows. */
  readonly pictures: readonly string[];
}

/**
 * @param file path of the page, from the root of the repository
 * @param addressOf address of the page that a file becomes, relative to other pages; null if it is not part of the documentation
 */
export function renderMarkdown(
  file: string,
  markdown: string,
  addressOf: (file: string) => string | null,
): MarkdownPage {
  const pictures: string[] = [];
  const marked = new Marked({ gfm: true, renderer: rendererOf(file, addressOf, pictures) });
  const parser = new Parser(marked.defaults);
  const slugger = new Slugger();
  const sections: { heading: Tokens.Heading; tokens: Token[] }[] = [];
  for (const token of marked.lexer(markdown)) {
    if (isHeading(token)) sections.push({ heading: token, tokens: [] });
    else sections.at(-1)?.tokens.push(token);
  }
  const rendered = sections.map(({ heading, tokens }) => {
    const content = new Html(parser.parse(tokens));
    const title = new Html(parser.parseInline(heading.tokens));
    const text = shownText(title);
    return {
      id: slugger.slug(text),
      level: heading.depth,
      title,
      heading: text,
      content,
      text: shownText(content),
    };
  });
  const [first] = rendered;
  if (first?.level !== 1) throw new Error(`${file} does not begin with a heading of the first level`);
  return {
    title: first.heading,
    summary: /^.*?[.:?](?=\s|$)/.exec(first.text)?.[0].replace(/:$/, '.') ?? '',
    sections: rendered,
    pictures,
  };
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading';
}

function rendererOf(
  file: string,
  addressOf: (file: string) => string | null,
  pictures: string[],
): RendererObject {
  return {
    // Comments are for those who write the page, and no page has other markup.
    html: () => '',
    code: ({ text, lang = '' }) =>
      html`<pre tabindex="0" ${lang === '' ? null : html` data-language="${lang}"`}>${text}</pre>`.text,
    table(table) {
      const row = (cells: readonly Tokens.TableCell[], name: 'td' | 'th'): string =>
        `<tr>${cells
          .map(({ tokens, align }) => {
            const side = align === 'right' ? ' class="number"' : '';
            // A corner of a table heads nothing.
            if (tokens.length === 0) return '<td></td>';
            return `<${name}${side}>${this.parser.parseInline(tokens)}</${name}>`;
          })
          .join('')}</tr>`;
      const body = table.rows.map((cells) => row(cells, 'td')).join('');
      return `<div class="wide" tabindex="0"><table class="plain"><thead>${row(table.header, 'th')}</thead><tbody>${body}</tbody></table></div>`;
    },
    image({ href, text }) {
      const path = join(dirname(file), href);
      pictures.push(path);
      return html`<img src="${basename(path)}" alt="${text}" loading="lazy" />`.text;
    },
    link({ href, tokens }) {
      const content = this.parser.parseInline(tokens);
      const address = targetOf(href);
      return address === null ? content : `<a href="${html`${address}`.text}">${content}</a>`;
    },
  };

  function targetOf(href: string): string | null {
    if (/^(?:https?:|#)/.test(href)) return href;
    // An address in an example is nobody to write to.
    if (href.startsWith('mailto:')) return null;
    const [path = '', anchor] = href.split('#');
    const address = addressOf(join(dirname(file), path));
    return address === null || anchor === undefined ? address : `${address}#${anchor}`;
  }
}
