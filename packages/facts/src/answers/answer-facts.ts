// What the texts of an answer tell of it, as facts.
import { isTelling, type Page } from '@sitegrep/site';

/** The header fields in a text of `headersText`. */
export function fieldsIn(text: string): Page['headers'] {
  return text.split('\n').flatMap((line): Page['headers'] => {
    const colon = line.indexOf(': ');
    return colon === -1 ? [] : [[line.slice(0, colon), line.slice(colon + 2)]];
  });
}

/** The names of header fields, and `name=value` of those whose values tell something: each once. @param text of `headersText` */
export function headerFacts(text: string): readonly string[] {
  const facts = new Set<string>();
  for (const [name, value] of fieldsIn(text)) {
    facts.add(name);
    if (isTelling(name, value)) facts.add(`${name}=${value}`);
  }
  return [...facts];
}

/** The names of cookies, each once. @param text of `cookiesText` */
export function cookieFacts(text: string): readonly string[] {
  const names = text.split('\n').flatMap((line) => {
    const end = line.indexOf(';');
    return end === -1 ? [] : [line.slice(0, end)];
  });
  return [...new Set(names)];
}
