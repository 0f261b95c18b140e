// The contents: they fold away on narrow screens, and show the page that one is on.

const menu = document.querySelector('nav.contents details');

// On narrow screens the list is closed, and closes again after a part of the page was chosen.
const narrow = matchMedia('(max-width: 60rem)');
menu.open = !narrow.matches;
narrow.addEventListener('change', () => {
  menu.open = !narrow.matches;
});
menu.addEventListener('click', (event) => {
  if (narrow.matches && event.target.closest('a') !== null) menu.open = false;
});

const current = menu.querySelector('[aria-current]');
const contents = menu.parentElement;
// The page itself must not move.
if (current !== null) contents.scrollTop = current.offsetTop - contents.clientHeight / 3;
