/** An event as it came: `id` is empty if it has none of its own. */
export interface ServerSentEvent {
  readonly name: string;
  readonly data: string;
  readonly id: string;
}

/**
 * Reads an event stream by the rules of the HTML standard (9.2.6), but that an id stays with its own event.
 *
 * @param onRetry is told how many milliseconds to wait before coming back, when the server says so
 */
export async function* serverSentEvents(
  lines: AsyncIterable<string>,
  onRetry: (ms: number) => void,
): AsyncGenerator<ServerSentEvent, void> {
  let name = '';
  let id = '';
  let data: string[] = [];
  for await (const line of lines) {
    if (line === '') {
      if (data.length > 0) yield { name: name === '' ? 'message' : name, data: data.join('\n'), id };
      name = '';
      id = '';
      data = [];
      continue;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') name = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id' && !value.includes('\0')) id = value;
    else if (field === 'retry' && /^\d{1,9}$/.test(value)) onRetry(Number(value));
  }
}
