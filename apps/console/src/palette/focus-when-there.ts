/** Frames in which an element is looked for: some seconds. */
const MAX_FRAMES = 300;

/** Gives the focus to what a selector names, as soon as a page that is being loaded has it. */
export function focusWhenThere(selector: string, frames = MAX_FRAMES): void {
  requestAnimationFrame(() => {
    const element = document.querySelector<HTMLElement>(selector);
    if (element !== null) element.focus();
    else if (frames > 0) focusWhenThere(selector, frames - 1);
  });
}
