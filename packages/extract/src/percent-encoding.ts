/** `%40` and the like undone where they are valid and ASCII; the rest stays as written. */
export function percentDecoded(text: string): string {
  return text.replaceAll(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
