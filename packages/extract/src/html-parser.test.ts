import { expect, test } from 'vitest';
import { visitHtml } from './html-parser.ts';

/** Everything told of a document, one line an event. */
function eventsOf(source: string): string[] {
  const events: string[] = [];
  visitHtml(source, {
    open: (name, holds) => events.push(`${holds ? '+' : '·'}${name}`),
    attribute: (name, value) => events.push(`${name}=${value}`),
    opened: () => events.push('>'),
    text: (text) => events.push(text),
    close: (name) => events.push(`-${name}`),
  });
  return events;
}

test('elements, attributes and text come in document order, character references as written', () => {
  const html = '<P Class="a&amp;b">x &lt; y<br/>z</p>';
  expect(eventsOf(html)).toEqual(['+p', 'class=a&amp;b', '>', 'x &lt; y', '·br', '>', 'z', '-p']);
});

test('what was left open is closed at the end', () => {
  expect(eventsOf('<div><b>x')).toEqual(['+div', '>', '+b', '>', 'x', '-b', '-div']);
});

test('elements beyond the depth bound hold nothing, and the document goes on', () => {
  const events = eventsOf(`${'<i>'.repeat(300)}<script>x</script>${'</i>'.repeat(300)}<p>y`);
  expect(events.filter((event) => event === '+i')).toHaveLength(256);
  expect(events.filter((event) => event === '·i')).toHaveLength(44);
  expect(events.filter((event) => event === '-i')).toHaveLength(256);
  expect(events.slice(600, 604)).toEqual(['+script', '>', 'x', '-script']);
  expect(events.slice(-4)).toEqual(['+p', '>', 'y', '-p']);
});

test('end tags without a start tag open and close an element, and change nothing about the depth', () => {
  expect(eventsOf('<i></p></br></i>')).toEqual(['+i', '>', '+p', '-p', '·br', '-i']);
  const events = eventsOf('<div></p>'.repeat(300));
  expect(events.filter((event) => event === '+div')).toHaveLength(256);
  expect(events.filter((event) => event === '·div')).toHaveLength(44);
});

test('tags and text come with the place where they stand', () => {
  const places: [start: number, slice: string][] = [];
  const source = 'é<p a=">"\n>x < y</p ><svg><![CDATA[z]]><path/></svg><br><';
  visitHtml(source, {
    open: () => undefined,
    attribute: () => undefined,
    opened: (start, end) => places.push([start, source.slice(start, end)]),
    text: (text, start) => places.push([start, text]),
    close: () => undefined,
  });
  expect(places).toEqual([
    [0, 'é'],
    [1, '<p a=">"\n>'],
    [11, 'x '],
    [13, '< y'],
    [21, '<svg>'],
    [35, 'z'],
    [39, '<path/>'],
    [52, '<br>'],
    [56, '<'],
  ]);
});

test('deep in a document, end tags of what is open close it and others do nothing', () => {
  const deep = '<div>'.repeat(100);
  expect(eventsOf(`${deep}</b></Q><b></B>`).slice(200, 203)).toEqual(['+b', '>', '-b']);
  expect(eventsOf(`${deep}</p>`).slice(200, 202)).toEqual(['+p', '-p']);
});

test('a tag that the end cuts off is not told as opened', () => {
  expect(eventsOf('<p><script src="/a.js"').filter((event) => event === '>')).toHaveLength(1);
});

test('attributes of an element that is left out do not count as those of the one before', () => {
  expect(eventsOf('<form><a><form action=x>')).toEqual(['+form', '>', '+a', '>', 'action=x', '-a', '-form']);
});
