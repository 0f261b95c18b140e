// URLs of files, as commands and messages have them. It imports nothing, so that whoever only names a file loads nothing else.

/** Tells whether a text is the URL of a file on a server. */
export function isRemote(text: string): boolean {
  return /^(?:https?|s3):\/\//i.test(text);
}

/** A URL as messages show it: without user, password and the values of its query, which may be credentials. */
export function shownUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null) return text.replace(/[?#].*$/s, '').replace(/\/\/[^/]*@/, '//');
  return `${url.protocol}//${url.host}${url.pathname}${url.search === '' ? '' : '?…'}`;
}
