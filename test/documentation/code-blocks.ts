/** A code block of a Markdown page. */
export interface CodeBlock {
  /** Language after the opening fence, such as `js`, `sh` or `text`; empty if there is none. */
  readonly language: string;
  readonly code: string;
  /** Number of its first line of code, from 1. */
  readonly line: number;
}

/** Finds the fenced blocks of a page, in order. */
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
