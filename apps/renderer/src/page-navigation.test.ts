import { describe, expect, test } from 'vitest';
import { afterAnswer, PageNavigation } from './page-navigation.ts';

const answer = { status: 200, mimeType: 'text/html' };

/** A page that may navigate twice; `ended` has the permits that were given back, and whether their host had answered. */
function page() {
  const ended: [host: string, served: boolean][] = [];
  const navigation = new PageNavigation(
    { admit: (url) => Promise.resolve((served) => void ended.push([url.host, served])) },
    { navigations: 2 },
    { during: (work) => work },
    new AbortController().signal,
  );
  const admit = (networkId: string, method = 'GET'): Promise<void> =>
    navigation.admit({ networkId, method, url: new URL(`http://${networkId}.test/`) });
  return { navigation, admit, ended };
}

test('the permit of a host ends with its request', async () => {
  const { navigation, admit, ended } = page();
  await admit('a');
  navigation.finished('picture', true);
  expect(ended).toEqual([]);
  navigation.finished('a', false);
  navigation.end();
  expect(ended).toEqual([['a.test', false]]);
});

test('a redirect ends the permit of the host before', async () => {
  const { navigation, admit, ended } = page();
  await admit('a');
  await admit('b');
  expect(ended).toEqual([['a.test', true]]);
  await expect(admit('c')).rejects.toThrow('the page navigated more than 2 times');
  expect(navigation.exhausted).toBe('the page navigated more than 2 times');
});

test('a form that the page sends by itself is refused, and does not count', async () => {
  const { navigation, admit } = page();
  await expect(admit('a', 'POST')).rejects.toThrow('the page sends a form to a.test by itself');
  await admit('a');
  await admit('b');
  expect(navigation.exhausted).toBeNull();
});

test('a refusal holds until the page goes somewhere else', async () => {
  const { navigation, admit } = page();
  navigation.refuse('robots.txt forbids it');
  expect(navigation.refusal).toBe('robots.txt forbids it');
  await admit('a');
  expect(navigation.refusal).toBeNull();
});

test('the answer is the one of the document that is shown', async () => {
  const { navigation, admit } = page();
  await admit('a');
  expect(navigation.isLeaving).toBe(true);
  navigation.answered('a', answer);
  expect(navigation).toMatchObject({ answer, shown: null });
  navigation.showed({ loaderId: 'a', mimeType: 'text/html' });
  expect(navigation).toMatchObject({ answer, shown: 'a', isLeaving: false });
  await admit('b');
  navigation.answered('b', { status: 200, mimeType: 'application/zip' });
  expect(navigation).toMatchObject({ answer, shown: 'a', isLeaving: true });
  navigation.finished('b', true);
  expect(navigation).toMatchObject({ answer, shown: 'a', isLeaving: false });
});

test('a document that a script has made has an answer, too', async () => {
  const { navigation, admit } = page();
  await admit('a');
  navigation.answered('a', answer);
  navigation.showed({ loaderId: 'a', mimeType: 'text/html' });
  navigation.showed({ loaderId: 'x', mimeType: 'image/svg+xml' });
  expect(navigation.answer).toEqual({ status: 200, mimeType: 'image/svg+xml' });
});

describe('a page whose scripts lead to an answer', () => {
  test.each<[status: number, mimeType: string, disposition: string, next: ReturnType<typeof afterAnswer>]>([
    [200, 'text/html', '', 'leave'],
    [200, 'application/xhtml+xml', 'inline', 'leave'],
    [200, '', '', 'leave'],
    [200, 'application/zip', '', 'stay'],
    [200, 'application/octet-stream', '', 'stay'],
    [200, 'text/html', 'attachment; filename="a.html"', 'stay'],
    [200, 'text/plain', 'ATTACHMENT', 'stay'],
    [204, '', '', 'stay'],
    [205, 'text/html', '', 'stay'],
    [404, 'text/html', '', { reason: 'answered 404' }],
    [503, 'application/zip', 'attachment', { reason: 'answered 503' }],
    [200, 'text/plain', '', { reason: 'is text/plain' }],
    [200, 'application/pdf', '', { reason: 'is application/pdf' }],
    [200, 'application/ld+json', '', { reason: 'is application/ld+json' }],
  ])('of %s, "%s", "%s" → %j', (status, mimeType, disposition, next) => {
    expect(afterAnswer({ status, mimeType, disposition, isEmpty: false })).toEqual(next);
  });

  test('of no bytes stays', () => {
    const head = { status: 200, mimeType: 'text/html', disposition: '', isEmpty: true };
    expect(afterAnswer(head)).toBe('stay');
  });
});
