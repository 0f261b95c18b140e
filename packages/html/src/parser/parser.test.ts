import * as fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';
import { mayDeviate } from '../../test/htmlparser2-deviations.ts';
import { elementTable } from './elements.ts';
import { NameTable } from './name-table.ts';
import { visitHtml } from './parser.ts';

const ATTRIBUTES = new NameTable(['action', 'alt', 'class', 'href', 'link', 'src', 'type', 'x']);

/** Everything told of a document, one line an event. */
function eventsOf(source: string): string[] {
  const events: string[] = [];
  visitHtml(
    source,
    {
      open: (name, holds) => events.push(`${holds ? '+' : '·'}${name}`),
      attribute: (name, start, end) => events.push(`${ATTRIBUTES.names[name]}=${source.slice(start, end)}`),
      opened: () => events.push('>'),
      text: (start, end) => events.push(source.slice(start, end)),
      close: (name) => events.push(`-${name}`),
    },
    ATTRIBUTES,
  );
  return events;
}

test('elements, attributes and text come in document order, character references as written', () => {
  const html = '<P Class="a&amp;b">x &lt; y<br/>z</p>';
  expect(eventsOf(html)).toEqual(['+p', 'class=a&amp;b', '>', 'x &lt; y', '·br', '>', 'z', '-p']);
});

test('each element comes with its number, by which a table tells what it is', () => {
  const table = elementTable([
    [1, ['p', 'svg']],
    [2, ['br', 'svg']],
    [4, ['foreignObject']],
  ]);
  const values: string[] = [];
  visitHtml(
    '<p>a<br></br><x-y><svg><foreignobject></x-y></p>b</p>',
    {
      open: (name, _holds, element) => values.push(`+${name} ${table[element] ?? 0}`),
      attribute: () => undefined,
      opened: () => undefined,
      text: () => undefined,
      close: (name, element) => values.push(`-${name} ${table[element] ?? 0}`),
    },
    ATTRIBUTES,
  );
  expect(values).toEqual([
    '+p 1',
    '+br 2',
    '+br 2',
    '+x-y 0',
    '+svg 3',
    '+foreignObject 4',
    '-foreignObject 4',
    '-svg 3',
    '-x-y 0',
    '-p 1',
    '+p 1',
    '-p 1',
  ]);
  expect(() => elementTable([[1, ['x-y']]])).toThrow(RangeError);
});

test.each([
  ['<!--<script>a</script>b--></script>', '<!--<script>a</script>b-->'],
  ['<!--<SCRIPT x>a</Script >b</script>', '<!--<SCRIPT x>a</Script >b'],
  ['"</b>"<!--<script>a</script>b--></script>', '"</b>"<!--<script>a</script>b-->'],
  ['<!--</b><script>a</b></script>b</script>', '<!--</b><script>a</b></script>b'],
  ['<!--<script>a--></script>', '<!--<script>a-->'],
  ['<!--<scripts>a</script>', '<!--<scripts>a'],
  ['<!--><script>a</script>', '<!--><script>a'],
  ['<!---><script>a</script>', '<!---><script>a'],
  ['<!-- a --><script>b</script>', '<!-- a --><script>b'],
  ['<script>a</script>', '<script>a'],
  ['<!--a</script>', '<!--a'],
])('the script %s ends where the script data states of the HTML standard end it', (html, text) => {
  expect(eventsOf(`<script>${html}<p>`)).toEqual(['+script', '>', text, '-script', '+p', '>', '-p']);
});

test('a script within a script that does not end takes the rest of the document', () => {
  expect(eventsOf('<script><!--<script>a</script><p>')).toEqual([
    '+script',
    '>',
    '<!--<script>a</script><p>',
    '-script',
  ]);
});

test('whatever it holds, a script ends where parse5 ends it', () => {
  const pieces = (
    '<!--¦-->¦<script>¦</script>¦<SCRIPT x=1>¦</script >¦</Script/>¦<script\n¦</script\t¦<scripts>¦</scripts>¦<script¦' +
    '</script¦<!-->¦<!--->¦--!>¦<!¦--¦-¦<¦>¦/¦ ¦x¦</p>'
  ).split('¦');
  const content = fc.array(fc.constantFrom(...pieces), { maxLength: 16 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(content, (html) => {
      const [script] = parseFragment(`<script>${html}`).childNodes;
      const texts = script !== undefined && 'childNodes' in script ? script.childNodes : [];
      const events = eventsOf(`<script>${html}`);
      const own = events.slice(2, events.indexOf('-script')).join('');
      expect(own).toBe(texts.map((text) => ('value' in text ? text.value : '')).join(''));
    }),
    { numRuns: 5_000 },
  );
});

test.each([
  ['</p a=">" b>y', ['y']],
  ["</p a\n=\t'>\"'>y", ['y']],
  ['</p/a=">"/>y', ['y']],
  ['</p a=">"b=\'>\'>y', ['y']],
  ['</p a=b">y">z', ['y">z']],
  ['</p =">y">z', ['y">z']],
  ['</p a"=">"b>y', ['y']],
  ['</p"a=">y">z', ['y">z']],
  ['</p a=>y', ['y']],
  ['</p a=">y', []],
  ["</p a='", []],
  ['</p a=', []],
])('the end tag of <p>%s ends at the first > that is not in a quoted value', (rest, after) => {
  expect(eventsOf(`<p>${rest}`).filter((event) => !event.startsWith('-'))).toEqual(['+p', '>', ...after]);
});

test.each(['title', 'script', 'textarea'])('so does the end tag of %s', (name) => {
  const source = `<${name}>a</${name} x=">" y='>'>b`;
  expect(eventsOf(source)).toEqual([`+${name}`, '>', 'a', `-${name}`, 'b']);
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

test('tags and text are reported with their offsets', () => {
  const positions: [start: number, slice: string][] = [];
  const source = 'é<p a=">"\n>x < y</p ><svg><![CDATA[z]]><path/></svg><br><';
  visitHtml(
    source,
    {
      open: () => undefined,
      attribute: () => undefined,
      opened: (start, end) => positions.push([start, source.slice(start, end)]),
      text: (start, end) => positions.push([start, source.slice(start, end)]),
      close: () => undefined,
    },
    ATTRIBUTES,
  );
  expect(positions).toEqual([
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

test('a tag that the end truncates is not reported', () => {
  expect(eventsOf('<p><script src="/a.js"').filter((event) => event === '>')).toHaveLength(1);
});

test('attributes of an element that is left out do not count as those of the one before', () => {
  expect(eventsOf('<form><a><form action=x>')).toEqual(['+form', '>', '+a', '>', 'action=x', '-a', '-form']);
});

test('only requested attributes are reported, in any case', () => {
  expect(eventsOf('<p CLASS=a id=b data-x=c X x=>')).toEqual(['+p', 'class=a', 'x=', 'x=', '>', '-p']);
});

test('names are folded as toLowerCase does it, which makes ASCII of one letter beyond', () => {
  expect(eventsOf('<lin\u212a lin\u212a=1 \u0130=2><\u017fvg><Ä></Ä>')).toEqual([
    '·link',
    'link=1',
    '>',
    '<\u017fvg>',
    '<Ä>',
  ]);
});

test('elements of any name are reported, and open ones are distinguished by their names', () => {
  expect(eventsOf('<x-a><Y-b></x-c><x-a></y-b></x-A>')).toEqual([
    '+x-a',
    '>',
    '+y-b',
    '>',
    '+x-a',
    '>',
    '-x-a',
    '-y-b',
    '-x-a',
  ]);
  const names = Array.from({ length: 2_000 }, (_, index) => `n${index}`);
  const source = names.map((name) => `<${name}></${name}>`).join('');
  expect(eventsOf(source)).toEqual(names.flatMap((name) => [`+${name}`, '>', `-${name}`]));
});

test.each([
  ['<p>x</p y', ['+p', '>', 'x', '-p']],
  ['<p>x<br/', ['+p', '>', 'x', '·br', '-p']],
  ['<p>x<script', ['+p', '>', 'x', '-p']],
  ['x<!-- y --', ['x']],
  ['x<![CDATA[y', ['x']],
  ['x<!doctype', ['x']],
  ['<script>x</script', ['+script', '>', 'x</script', '-script']],
  ['<plaintext>x</plaintext>', ['+plaintext', '>', 'x</plaintext>', '-plaintext']],
  ['x</', ['x', '</']],
  ['<', ['<']],
  ['', []],
])('the truncated end of %j is not an element and no text', (source, events) => {
  expect(eventsOf(source)).toEqual(events);
});

test('a page that is longer than the shared buffer is read like others, and so is the next one', () => {
  const [long, short] = ['x'.repeat(1_000_000), '<p>é</p>'];
  expect(eventsOf(`<p>${long}</p>`)).toEqual(['+p', '>', long, '-p']);
  expect(eventsOf(short)).toEqual(['+p', '>', 'é', '-p']);
});

/** Content of a document as htmlparser2 reports it: start tags by their ends, neighbouring texts in one. */
function expectedEvents(source: string): string[] {
  const events: string[] = [];
  const parser = new Parser(
    {
      onopentagname: (name) => events.push(`${VOID.has(name) ? '·' : '+'}${name}`),
      onattribute: (name, value) => {
        if (ATTRIBUTES.names.includes(name)) events.push(`${name}=${value}`);
      },
      onopentag: (_name, _attributes, isImplied) => {
        if (!isImplied) events.push(`>${parser.endIndex + 1}`);
      },
      ontext: (text) => events.push(`"${text}`),
      onclosetag: (name) => {
        if (!VOID.has(name)) events.push(`-${name}`);
      },
    },
    { decodeEntities: false },
  );
  parser.end(source);
  return joined(events);
}

function ownEvents(source: string): string[] {
  const events: string[] = [];
  visitHtml(
    source,
    {
      open: (name, holds) => events.push(`${holds ? '+' : '·'}${name}`),
      attribute: (name, start, end) => events.push(`${ATTRIBUTES.names[name]}=${source.slice(start, end)}`),
      opened: (start, end) => {
        expect(source.slice(start, end)).toMatch(/^<[a-z][^]*>$/i);
        events.push(`>${end}`);
      },
      text: (start, end) => events.push(`"${source.slice(start, end)}`),
      close: (name) => events.push(`-${name}`),
    },
    ATTRIBUTES,
  );
  return joined(events);
}

function joined(events: readonly string[]): string[] {
  const result: string[] = [];
  for (const event of events) {
    if (event === '"') continue;
    const last = result.at(-1);
    if (event.startsWith('"') && last?.startsWith('"') === true)
      result[result.length - 1] = last + event.slice(1);
    else result.push(event);
  }
  return result;
}

const VOID = new Set(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr'.split(
    ' ',
  ),
);

/** Ends whatever tag, quote or comment is open, since htmlparser2 takes some of what an end cuts off for text. */
const END = ' \'"><p>';

describe('htmlparser2 reports the same', () => {
  const names = (
    'html head body title base link meta script style noscript template a p br div b i li ul ol dl dd dt table thead ' +
    'tbody tfoot tr td th h1 h4 form select option optgroup input button datalist textarea output iframe noembed noframes ' +
    'xmp svg math image img foreignObject desc mi annotation-xml clipPath linearGradient g path x-y ruby rt rp body'
  ).split(' ');
  const inAnyCase = fc
    .tuple(fc.constantFrom(...names), fc.constantFrom('lower', 'upper', 'same'))
    .map(([name, how]) =>
      how === 'lower' ? name.toLowerCase() : how === 'upper' ? name.toUpperCase() : name,
    );
  const attribute = fc.constantFrom(
    ' class=a',
    ' X',
    ' x="a>b"',
    " alt='<b>'",
    ' href=a/b',
    ' src= "&amp;"',
    ' type =x',
    ' =x',
    ' "',
    "/x='y'",
    '\n\tx=1\f',
    ' x=',
    ' lin\u212a=1',
    ' é=ü',
    ' x=<i>',
    ' x"=y',
    ' data-x=1 x=2',
  );
  const tag = fc
    .tuple(
      inAnyCase,
      fc.array(attribute, { maxLength: 3 }),
      fc.constantFrom('>', '/>', '/ >', ' >', '', '//>'),
    )
    .map(([name, attributes, end]) => `<${name}${attributes.join('')}${end}`);
  const endTag = fc
    .tuple(inAnyCase, fc.constantFrom('>', ' >', ' x>', '/>', ''))
    .map(([name, end]) => `</${name}${end}`);
  const other = fc.constantFrom(
    '<!-- x -->',
    '<!--',
    '-->',
    '--!>',
    '<!-->',
    '<!--->',
    '--',
    '<!doctype html>',
    '<!x',
    '<!->',
    '<!>',
    '<?x?>',
    '<![CDATA[',
    ']]>',
    '<![cdata[',
    '</',
    '</>',
    '</ x>',
    '<',
    '<<',
    '< ',
    '>',
    '"',
    "'",
    '/',
    '=',
    '&lt;',
    '&',
    'x',
    ' ',
    '\r\n',
    'é',
    '😀',
    '\u013c',
    '\u0122',
    '</script',
    '</SCRIPT>',
    '</style x>',
    '</titlex>',
    '<plaintext>',
  );
  const part = fc.oneof(
    { weight: 5, arbitrary: tag },
    { weight: 4, arbitrary: endTag },
    { weight: 4, arbitrary: other },
  );

  test('of any markup', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const source = parts.join('') + END;
        fc.pre(!mayDeviate(source));
        expect(ownEvents(source)).toEqual(expectedEvents(source));
      }),
      { numRuns: 20_000 },
    );
  });

  test('of any pair of elements, one within the other, by itself, in SVG and in a paragraph', () => {
    const all = [...new Set(names.map((name) => name.toLowerCase()))];
    const sources = all.flatMap((outer) =>
      all.flatMap((inner) =>
        ['', '<svg>', '<p>', '<svg><foreignObject>', '<math>'].map(
          (before) => `${before}<${outer}><${inner}/>x</${outer}></${inner}>${END}`,
        ),
      ),
    );
    const differing = sources.filter(
      (source) => ownEvents(source).join('\n') !== expectedEvents(source).join('\n'),
    );
    expect(differing).toEqual([]);
  });
});
