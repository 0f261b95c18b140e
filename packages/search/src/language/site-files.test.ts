import { describe, expect, test } from 'vitest';
import { treeOf } from '../expression/tree.ts';
import { facetInputOf, parseFacets } from '../facets.ts';
import { readQuery } from './read-query.ts';

/** The tree of a query, or why it is refused. */
function read(q: string): unknown {
  const found = readQuery(q, {});
  return found.ok ? treeOf(found.value) : `${found.error.problem}; ${found.error.remedy}`;
}

describe('well-known files and verdicts on agents', () => {
  test.each([
    ['file:llms.txt', ['file', 'in', ['llms.txt']]],
    ['file:LLMS.txt,ads.txt', ['file', 'in', ['ads.txt', 'llms.txt']]],
    ['agent:GPTBot=blocked', ['agent', 'in', ['GPTBot=blocked']]],
    ['agent:gptbot=Blocked,ccbot=partly', ['agent', 'in', ['CCBot=partly', 'GPTBot=blocked']]],
    ['agent:"OAI-SearchBot=allowed"', ['agent', 'in', ['OAI-SearchBot=allowed']]],
  ])('%s', (q, condition) => {
    expect(read(q)).toEqual({ filter: condition });
  });

  test('the texts of files are searched by their scope', () => {
    expect(read('in:file gptbot')).toEqual({ text: 'gptbot', in: 'file' });
    expect(read('in:file file:ads.txt "direct"')).toEqual({
      and: [{ filter: ['file', 'in', ['ads.txt']] }, { text: 'direct', in: 'file' }],
    });
  });

  test.each([
    ['file:lms.txt', /file: is "lms\.txt", which is not a known value; the nearest are llms\.txt, /],
    ['agent:GPTBot', /agent: is followed by "GPTBot"; write agents, each with .*agent:GPTBot=blocked/],
    ['agent:GPTBot=forbidden', /agent: is followed by "GPTBot=forbidden"; write agents/],
    ['agent:GPTBott=blocked', /agent: is "GPTBott=blocked", .* the nearest are GPTBot=blocked/],
  ])('%s is refused', (q, message) => {
    expect(read(q)).toMatch(message);
  });
});

describe('facets of them', () => {
  const facets = (...written: readonly string[]): unknown => {
    const found = parseFacets('domain', written.map(facetInputOf), { kind: 'constant', value: true }, {});
    return found.ok ? found.value : `${found.error.field} ${found.error.problem}; ${found.error.remedy}`;
  };

  test('files by their names, agents by the verdicts on one', () => {
    expect(facets('file', 'agent:gptbot')).toMatchObject([
      { kind: 'label', label: 'file' },
      { kind: 'values', label: 'agent', of: 'GPTBot', prefix: 'GPTBot=' },
    ]);
  });

  test.each([
    ['agent', 'facets[0].of is missing; name the agent whose verdicts are counted, for instance GPTBot'],
    ['agent:GPTBt', /^facets\[0\]\.of is "GPTBt", which is not a known agent; the nearest are GPTBot, /],
    ['file:llms.txt', /^facets\[0\]\.of is given with file; leave it out: only versions/],
  ])('%s is refused', (facet, message) => {
    expect(facets(facet)).toMatch(message);
  });
});
