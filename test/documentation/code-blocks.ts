/** A block of code of a page in Markdown. */
export interface CodeBlock {
  /** Behind the opening fence: `js`, `sh`, `text`; empty if there is nothing. */
  readonly language: string;
  readonly code: string;
  /** Of its first line of code, from 1. */
  readonly line: number;
}

/** The fenced blocks of a page, in order. */
export function codeBlocks(markdown: string): readonly CodeBlock[] {
  return Array.from(
    markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm),
    ({ 1: language = '', 2: code = '', index }) => ({
      language,
      code,
      line: markdown.slice(0, index).split('\n').length + 1,
    }),
  );
}
