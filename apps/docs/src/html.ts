/** Text that is HTML already; other text is escaped when it is inserted. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Html[] | null;

/** Inserts parts into HTML, as in html`<b>${name}</b>`. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((text, index) => text + textOf(parts[index] ?? null)).join(''));
}

function textOf(part: Part): string {
  if (part === null) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return String(part).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Renders paragraphs of text with code between backticks; a paragraph between fences is code. */
export function prose(text: string): readonly Html[] {
  return text.split('\n\n').map((paragraph) => {
    const code = /^```\w*\n([^]*)\n```$/.exec(paragraph)?.[1];
    return code === undefined ? html`<p>${inline(paragraph)}</p>` : html`<pre tabindex="0">${code}</pre>`;
  });
}

export function inline(text: string): readonly Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}

/** Finds the text that a reader sees of HTML, in one line. */
export function shownText({ text }: Html): string {
  return text
    .replaceAll(/<(?:\/(?:p|pre|td|th|li|h\d|summary|option|label|div)|br)\b[^>]*>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll(/&(lt|gt|quot|amp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };
