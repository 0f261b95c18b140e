/** The words of an error of the API; null if a text is not one. */
export function detailsIn(text: string): string | null {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || !('error' in body) || !('details' in body)) return null;
    return typeof body.details === 'string' ? body.details : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
