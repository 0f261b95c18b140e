/** 1 MiB of characters; real pages have far less of anything that is joined. */
const MAX_CHARACTERS = 1_024 * 1_024;

/** Puts texts together in one, with a separator between them. */
export interface JoinedText {
  /** An empty text adds nothing. */
  add(text: string): void;
  /** At most 1 MiB of characters. */
  text(): string;
}

export function joinText(separator: string): JoinedText {
  const parts: string[] = [];
  let length = 0;
  return {
    add: (text) => {
      if (text === '' || length >= MAX_CHARACTERS) return;
      parts.push(text);
      length += text.length + separator.length;
    },
    // At once: a text that grows is a tree of its parts, which its first reader has to walk.
    text: () => parts.join(separator).slice(0, MAX_CHARACTERS),
  };
}
