/** Calls of an index of Elasticsearch, with the answer read as JSON; several bodies are sent as lines. @param url of the index */
export function elasticsearchCaller(
  url: string,
): (method: string, path: string, ...bodies: readonly object[]) => Promise<unknown> {
  return async (method, path, ...bodies) => {
    const lines = bodies.map((body) => `${JSON.stringify(body)}\n`).join('');
    const answer = await fetch(`${url}${path}`, {
      method,
      ...(bodies.length === 0
        ? {}
        : {
            body: lines,
            headers: { 'content-type': bodies.length > 1 ? 'application/x-ndjson' : 'application/json' },
          }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 500)}`);
    return JSON.parse(text) as unknown;
  };
}
