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
  let joined = '';
  return {
    add: (text) => {
      if (text === '' || joined.length >= MAX_CHARACTERS) return;
      if (joined !== '') joined += separator;
      joined += text;
    },
    text: () => joined.slice(0, MAX_CHARACTERS),
  };
}
