/** An object of JSON-LD: properties by their names. */
export type JsonLdObject = Readonly<Record<string, unknown>>;

export function isJsonLdObject(value: unknown): value is JsonLdObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a script, repaired where errors are simple; null if it is not JSON. */
export function parseJsonLd(script: string): unknown {
  return parsed(script) ?? parsed(mended(script));
}

/** The parsed value; null if the text is not JSON. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/**
 * A script without the comment or CDATA section around it, without control characters, and without commas
 * before a closing bracket.
 */
function mended(script: string): string {
  return script
    .replaceAll(/\p{Cc}/gu, ' ')
    .replace(/^\s*(?:\/[/*]\s*)?(?:<!--|<!\[CDATA\[)(?:\s*\*\/)?/, '')
    .replace(/(?:\/[/*]\s*)?(?:-->|\]\]>)(?:\s*\*\/)?\s*$/, '')
    .replaceAll(/,\s*(?=[}\]])/g, '')
    .replace(/;\s*$/, '');
}
