import { describe, expect, it } from 'vitest';
import { parsePattern } from './parse.ts';

function errorOf(source: string): readonly [at: number, problem: string, remedy: string] | null {
  const parsed = parsePattern(source);
  return parsed.ok ? null : [parsed.error.at, parsed.error.problem, parsed.error.remedy];
}

describe('parsePattern', () => {
  it.each([
    'UA-\\d{4,9}-\\d',
    '(a|b|)c',
    '(?P<id>a)(?<other>b)(c)(?:d)(?i)e(?-i:f)(?ms-iU:g)',
    '[]a][^]a][a-z-][-a][\\d-z][[:alpha:]-z][[a][a-a-z]',
    'x{,2}y{z}{-1}{',
    '^*a\\b+(?:^)?$',
    '\\x41\\x{1F600}\\101\\0\\07\\a\\f\\n\\r\\t\\v\\.\\-\\_\\<\\Qa*b\\E+\\Qc',
    'x\\A\\z\\B[\\pL\\P{Greek}\\p{^Lu}]\\pN\\p{Any}',
    ']}a',
    'é😀',
    `${'(?:'.repeat(250)}a${')'.repeat(250)}`,
    '(a)'.repeat(100),
    'x{1000}',
    'a'.repeat(10_000),
  ])('reads %j', (source) => {
    expect(errorOf(source)).toBeNull();
  });

  it.each([
    ['', 0, 'the pattern is empty'],
    ['a*', 0, 'the pattern can match an empty text'],
    ['a|', 0, 'can match an empty text'],
    ['(a*)*', 0, 'can match an empty text'],
    ['^$', 0, 'can match an empty text'],
    ['\\b', 0, 'can match an empty text'],
    ['a||b', 0, 'can match an empty text'],
    ['x{0}', 0, 'can match an empty text'],
  ])('says of %j that it matches every page', (source, at, problem) => {
    expect(errorOf(source)).toEqual([at, expect.stringContaining(problem), expect.stringMatching(/\w/)]);
  });

  it.each([
    ['ab(?=c)', 2, 'looking ahead or behind is not possible in an engine that is linear in the text'],
    ['ab(?!c)', 2, 'looking ahead or behind'],
    ['(?<=a)b', 0, 'looking ahead or behind'],
    ['(?<!a)b', 0, 'looking ahead or behind'],
    ['(a)\\1', 3, 'a back reference is not possible in an engine that is linear in the text'],
    ['(a)\\8', 3, 'a back reference'],
    ['(?P<n>a)(?P=n)', 8, 'a back reference'],
    ['(?<n>a)\\k<n>', 7, 'a back reference'],
    ['xa++', 3, 'a possessive repetition'],
    ['xa{2}+', 5, 'a possessive repetition'],
    ['x(?>a)', 1, 'an atomic group is not possible'],
    ['x(?P>n)', 1, 'a group that repeats itself'],
    ['x(?R)', 1, 'a pattern within itself'],
    ['x(?(1)a)', 1, 'a condition is not possible'],
    ['x(?|a)', 1, 'groups that share a number'],
    ['x(?#a)', 1, 'comments are unknown'],
    ["x(?'n'a)", 1, 'groups are named in another way'],
    ['x\\C', 1, '\\C would match a part of a character'],
    ['x\\G', 1, '\\G is not possible'],
    ['x\\K', 1, '\\K is not possible'],
    ['x\\Z', 1, '\\Z is unknown'],
    ['x\\u0041', 1, '\\u is unknown'],
    ['x\\X', 1, '\\X is unknown'],
    ['x\\R', 1, '\\R is unknown'],
    ['x\\h', 1, '\\h is unknown'],
  ])('says why other engines alone have what is in %j, at its column', (source, at, problem) => {
    expect(errorOf(source)).toEqual([at, expect.stringContaining(problem), expect.stringMatching(/\w/)]);
  });

  it.each([
    ['ab(c', 2, 'the group that begins here is not closed'],
    ['ab(?:c', 2, 'the group that begins here is not closed'],
    ['ab(?i', 2, 'the group that begins here is not closed'],
    ['ab)c', 2, 'this ) closes no group'],
    ['ab[c', 2, 'the class that begins here is not closed'],
    ['ab[', 2, 'the class that begins here is not closed'],
    ['ab[]', 2, 'the class that begins here is not closed'],
    ['ab[z-a]', 3, 'the range z-a is empty'],
    ['ab[a--]', 3, 'the range a-- is empty'],
    ['ab[a-\\d]', 3, 'a-\\d is not a range'],
    ['ab[[:foo:]]', 3, 'there is no class named foo'],
    ['ab[x\\b]', 4, '\\b is not a character'],
    ['ab[\\Qx\\E]', 3, '\\Q is not possible within brackets'],
    ['*a', 0, 'there is nothing that this * could repeat'],
    ['a|+', 2, 'there is nothing that this + could repeat'],
    ['a(?:?)', 4, 'there is nothing that this ? could repeat'],
    ['{2}a', 0, 'there is nothing that this {…} could repeat'],
    ['ab**', 3, 'this repeats what is a repetition already'],
    ['ab*?*', 4, 'this repeats what is a repetition already'],
    ['ab{2}{3}', 5, 'this repeats what is a repetition already'],
    ['ab{3,2}', 2, '{3,2} has a minimum above its maximum'],
    ['ab{1001}', 2, '{1001} repeats more than 1000 times'],
    ['ab{0,99999999999999999999}', 2, 'repeats more than 1000 times'],
    ['x{1000}{1000}', 7, 'this repeats what is a repetition already'],
    ['y(?:x{1000}){1000}', 1, 'parts if repetitions are written out'],
    ['ab\\', 2, 'nothing follows the last \\'],
    ['ab\\y', 2, '\\y means nothing'],
    ['ab\\é', 2, '\\é means nothing'],
    ['ab\\x4', 2, '\\x is not followed by a number'],
    ['ab\\x{110000}', 2, '\\x{110000} is beyond the last character'],
    ['ab\\x{d800}', 2, '\\x{d800} is half of a surrogate pair'],
    ['ab\\p', 2, '\\p has no name of a class'],
    ['ab\\p{Klingon}', 2, 'there is no Unicode class named Klingon'],
    ['ab[\\p{Klingon}]', 3, 'there is no Unicode class named Klingon'],
    ['ab\\E', 2, '\\E ends a quotation that did not begin'],
    ['ab(?z)', 4, 'there is no flag z'],
    ['ab(?i-)', 6, ') is not a flag'],
    ['ab(?P<>c)', 2, 'the name of this group is not a name'],
    ['ab(?P<a b>c)', 2, 'the name of this group is not a name'],
    ['(?P<n>a)(?P<n>b)', 8, 'there are two groups named n'],
    ['😀(', 2, 'the group that begins here is not closed'],
    ['ab\ud800c', 2, 'half of a surrogate pair'],
    ['a'.repeat(10_001), 10_000, 'the pattern has 10001 characters'],
    ['(a)'.repeat(101), 300, 'more than 100 groups capture'],
    [`${'(?:'.repeat(251)}a${')'.repeat(251)}`, 750, 'nested more than 250 deep'],
  ])('names the column and the fault of %j', (source, at, problem) => {
    expect(errorOf(source)).toEqual([at, expect.stringContaining(problem), expect.stringMatching(/\w/)]);
  });

  it.each([
    ['\\p{greek}x', 'write \\p{Greek}'],
    ['\\p{^old_italic}x', 'write \\p{^Old_Italic}'],
    ['\\p{lu}x', 'write \\p{Lu}'],
    ['a{3,2}', 'write {2,3}'],
    ['a{5000}', 'repeat at most 1000 times, or without a maximum: {1000,}'],
    ['a\\Z', 'write \\z for the end of the text, or \\n?\\z to allow a line break before it'],
  ])('says what would be right in place of %j', (source, remedy) => {
    expect(errorOf(source)?.[2]).toBe(remedy);
  });
});
