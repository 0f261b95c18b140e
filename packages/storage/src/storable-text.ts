/** A source as it may be stored: what the index can't hold, lone surrogates and NUL, is replaced and dropped. */
export function storableText(text: string): string {
  const wellFormed = text.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '') : wellFormed;
}
