/** An event as a client receives it: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export interface StreamEvent {
  readonly name: string;
  readonly data: string;
  /** Id of this event, or the last one before it; empty if there was none. */
  readonly lastId: string;
}

/** Parses an event stream that arrives in arbitrary chunks. An event without a blank line after it is ignored. */
export class EventParser {
  readonly #decoder = new TextDecoder();
  #rest = '';
  #lastId = '';
  #name = '';
  #data: string[] = [];
  /** Number of comments, e.g. heartbeats. */
  comments = 0;

  push(chunk: Uint8Array): readonly StreamEvent[] {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split('\n');
    this.#rest = lines.pop() ?? '';
    return lines.flatMap((line) => this.#take(line));
  }

  #take(line: string): readonly StreamEvent[] {
    if (line === '') return this.#dispatch();
    const [, field = line, value = ''] = /^([^:]*): ?(.*)$/s.exec(line) ?? [];
    if (field === '') this.comments += 1;
    else if (field === 'id') this.#lastId = value;
    else if (field === 'event') this.#name = value;
    else if (field === 'data') this.#data.push(value);
    return [];
  }

  #dispatch(): readonly StreamEvent[] {
    const event = { name: this.#name, data: this.#data.join('\n'), lastId: this.#lastId };
    const isEmpty = this.#data.length === 0;
    [this.#name, this.#data] = ['', []];
    return isEmpty ? [] : [event];
  }
}
