import { expect, test } from 'vitest';
import { PageNavigation } from './page-navigation.ts';

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

test('an answer without a document leaves the one before', async () => {
  const { navigation, admit } = page();
  await admit('a');
  navigation.answered('a', answer);
  navigation.answered('b', { status: 204, mimeType: '' });
  expect(navigation.answer).toEqual(answer);
});
