import { expect, test } from 'vitest';
import { visitHtml } from './html-parser.ts';

/** Everything told of a document, one line an event. */
function eventsOf(source: string): string[] {
  const events: string[] = [];
  visitHtml(source, {
    open: (name, holds) => events.push(`${holds ? '+' : '·'}${name}`),
    attribute: (name, value) => events.push(`${name}=${value}`),
    text: (text) => events.push(text),
    close: (name) => events.push(`-${name}`),
  });
  return events;
}

test('elements, attributes and text come in document order, character references as written', () => {
  expect(eventsOf('<P Class="a&amp;b">x &lt; y<br/>z</p>')).toEqual([
    '+p',
    'class=a&amp;b',
    'x &lt; y',
    '·br',
    'z',
    '-p',
  ]);
});

test('what was left open is closed at the end', () => {
  expect(eventsOf('<div><b>x')).toEqual(['+div', '+b', 'x', '-b', '-div']);
});

test('elements beyond the depth bound hold nothing, and the document goes on', () => {
  const events = eventsOf(`${'<i>'.repeat(300)}<script>x</script>${'</i>'.repeat(300)}<p>y`);
  expect(events.filter((event) => event === '+i')).toHaveLength(256);
  expect(events.filter((event) => event === '·i')).toHaveLength(44);
  expect(events.filter((event) => event === '-i')).toHaveLength(256);
  expect(events.slice(300, 303)).toEqual(['+script', 'x', '-script']);
  expect(events.slice(-3)).toEqual(['+p', 'y', '-p']);
});

test('deep in a document, end tags of what is open close it and others do nothing', () => {
  const deep = '<div>'.repeat(100);
  expect(eventsOf(`${deep}</b></Q><b></B>`).slice(100, 102)).toEqual(['+b', '-b']);
  expect(eventsOf(`${deep}</p>`).slice(100, 102)).toEqual(['+p', '-p']);
});
