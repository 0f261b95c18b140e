/* The two ways in which people use the console, so that one list of steps is gone through by each: a pointer, and the keys alone. */
import { type NameInRail, PAGES } from '@sitegrep/console/pages';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

export interface Hand {
  /** Presses a button, a link, a switch or a box. */
  press(target: Locator): Promise<void>;
  /** Writes into a field, in place of what it has. */
  write(field: Locator, text: string): Promise<void>;
  /** Writes into a field and sends it off, with its button or from within. */
  send(field: Locator, text: string, button: Locator): Promise<void>;
  /** Chooses one of a list. */
  choose(list: Locator, text: string): Promise<void>;
  /** Follows a point of the line in a chart to the changes of its time. */
  follow(chart: Locator, point: number, points: number): Promise<void>;
  /** Goes to a page of the rail. */
  go(name: NameInRail): Promise<void>;
}

const PATIENT = { timeout: 60_000, interval: 20 };

/** Most presses until something has the focus. */
const MAX_PRESSES = 500;

/** Waits until a page is there: the one before stays until it has loaded, and may have fields of the same names. */
async function arrived(page: Page, name: NameInRail): Promise<void> {
  await page.getByRole('heading', { level: 1, name: PAGES[name].title }).waitFor();
}

export function mouse(page: Page): Hand {
  const write = async (field: Locator, text: string): Promise<void> => {
    await field.click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(text);
  };
  return {
    press: (target) => target.click(),
    write,
    async send(field, text, button) {
      await write(field, text);
      await button.click();
    },
    // The list that a browser opens is not of the page, and can't be clicked by a test.
    async choose(list, text) {
      await list.selectOption(text);
    },
    async follow(chart, point, points) {
      const plot = chart.locator('.u-over');
      await plot.scrollIntoViewIfNeeded();
      const { width, height } = (await plot.boundingBox()) ?? { width: 0, height: 0 };
      const x = Math.min(width - 2, Math.max(2, (width * point) / (points - 1)));
      await plot.click({ position: { x, y: height / 2 } });
    },
    async go(name) {
      const menu = page.locator('.rail-toggle');
      if ((await menu.isVisible()) && (await menu.getAttribute('aria-expanded')) === 'false')
        await menu.click();
      await page
        .getByRole('navigation', { name: 'Console' })
        .getByRole('link', { name: PAGES[name].title, exact: true })
        .click();
      await arrived(page, name);
    },
  };
}

/** Says whether something has the focus, or else something of the group in which arrows lead to it. */
async function focusFrom(target: Locator): Promise<'there' | 'group' | 'elsewhere' | 'outside'> {
  return target.evaluate((element) => {
    const isRadio = (one: object): boolean => 'type' in one && one.type === 'radio';
    const at = element.ownerDocument.activeElement;
    if (at === element) return 'there';
    if (at === null || at.tagName === 'BODY') return 'outside';
    if (isRadio(element)) {
      const isSame = isRadio(at) && at.getAttribute('name') === element.getAttribute('name');
      return isSame ? 'group' : 'elsewhere';
    }
    if (element.tabIndex >= 0) return 'elsewhere';
    return element.closest('ul')?.contains(at) === true ? 'group' : 'elsewhere';
  });
}

export function keyboard(page: Page): Hand {
  const { keyboard: keys } = page;

  /** Goes with Tab, and with arrows within a group, until the target has the focus, which is then seen. */
  async function reach(target: Locator): Promise<void> {
    await target.waitFor();
    await expect.poll(() => target.isEnabled(), PATIENT).toBe(true);
    let rounds = 0;
    for (let presses = 0; presses < MAX_PRESSES && rounds < 3; presses++) {
      const from = await focusFrom(target);
      if (from === 'there') {
        expect(await target.evaluate((element) => element.matches(':focus-visible'))).toBe(true);
        return;
      }
      if (from === 'outside') rounds += 1;
      await keys.press(from === 'group' ? 'ArrowDown' : 'Tab');
    }
    throw new Error(`Tab does not reach ${String(target)}`);
  }

  const write = async (field: Locator, text: string): Promise<void> => {
    await reach(field);
    await keys.press('ControlOrMeta+A');
    await keys.type(text);
  };

  return {
    async press(target) {
      await reach(target);
      const kind = await target.getAttribute('type');
      // An arrow has chosen a radio button already.
      if (kind !== 'radio') await keys.press(kind === 'checkbox' ? 'Space' : 'Enter');
    },
    write,
    async send(field, text) {
      await write(field, text);
      await keys.press('Enter');
    },
    async choose(list, text) {
      await reach(list);
      const texts = await list.locator('option').allTextContents();
      const index = (): Promise<number> => list.evaluate((element) => Reflect.get(element, 'selectedIndex'));
      const [from, to] = [await index(), texts.indexOf(text)];
      for (let at = from; at !== to; at += Math.sign(to - from)) {
        await keys.press(to > from ? 'ArrowDown' : 'ArrowUp');
        await expect.poll(index, PATIENT).not.toBe(at);
      }
      expect(await index()).toBe(to);
    },
    async follow(chart, point) {
      await reach(chart);
      await keys.press('Home');
      for (let step = 0; step < point; step++) await keys.press('ArrowRight');
      await keys.press('Enter');
      await page.locator('a:focus').waitFor();
      await keys.press('Enter');
    },
    async go(name) {
      const { title, key } = PAGES[name];
      const wanted = new RegExp(`^${title} ?g ?${key}$`);
      await keys.press('Control+k');
      await page.getByRole('combobox', { name: 'Go to a page, or do something' }).waitFor();
      await keys.type(title);
      const chosen = page.locator('[role=option][aria-selected=true]');
      await expect
        .poll(async () => {
          if (wanted.test((await chosen.textContent()) ?? '')) return true;
          await keys.press('ArrowDown');
          return false;
        }, PATIENT)
        .toBe(true);
      await keys.press('Enter');
      await arrived(page, name);
    },
  };
}
