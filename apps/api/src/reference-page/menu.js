// The list of operations: it folds away on narrow screens, and shows the operations that have the words of the filter.

const menu = document.querySelector('nav details');
const filter = document.querySelector('#filter');
const unmatched = document.querySelector('#unmatched');
const links = [...document.querySelectorAll('nav li')];
const groups = [...document.querySelectorAll('.group')];

// On narrow screens the list is closed, and closes again after one was chosen.
const narrow = matchMedia('(max-width: 60rem)');
menu.open = !narrow.matches;
narrow.addEventListener('change', () => {
  menu.open = !narrow.matches;
});
menu.addEventListener('click', (event) => {
  if (narrow.matches && event.target.closest('a') !== null) menu.open = false;
});

filter.addEventListener('input', showMatching);
filter.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  filter.value = '';
  showMatching();
});
// Text that the browser kept over a reload.
showMatching();

/** Hides the operations that lack one of the words, here and in the text, and chapters that have no others. */
function showMatching() {
  const words = filter.value.toLowerCase().split(/\s+/);
  for (const link of links) {
    link.hidden = !words.every((word) => link.dataset.words.includes(word));
    document.querySelector(link.querySelector('a').hash).hidden = link.hidden;
  }
  for (const group of groups) {
    group.hidden = group.querySelector(':is(li, .operation):not([hidden])') === null;
  }
  unmatched.hidden = links.some((link) => !link.hidden);
}
