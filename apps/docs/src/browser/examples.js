// Examples in several languages: one is shown at a time, chosen by tabs. The choice holds for all examples, and is remembered.

const STORED = 'sitegrep-docs-language';
const groups = [...document.querySelectorAll('.examples')].map(tabsOf);

/** Makes tabs of an example. */
function tabsOf(group) {
  const { operation } = group.dataset;
  const panels = [...group.querySelectorAll('.example')];
  const list = document.createElement('div');
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Language of the example');
  const tabs = panels.map((panel) => {
    const { language } = panel.dataset;
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.textContent = language;
    tab.id = `${operation}-${language}`;
    panel.id = `${tab.id}-example`;
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', panel.id);
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    panel.querySelector('h3').hidden = true;
    tab.addEventListener('click', () => choose(language, group));
    list.append(tab);
    return tab;
  });
  list.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    const next = tabs.at((tabs.indexOf(document.activeElement) + step) % tabs.length);
    next.click();
    next.focus();
  });
  group.prepend(list);
  return { group, panels, tabs };
}

/** Shows a language everywhere, and leaves the example at which it was chosen where it is on the screen. */
function choose(language, at) {
  kept()?.setItem(STORED, language);
  const before = at.getBoundingClientRect().top;
  show(language);
  scrollBy({ top: at.getBoundingClientRect().top - before, behavior: 'instant' });
}

function show(language) {
  for (const { panels, tabs } of groups) {
    // Not every request has a command.
    const has = panels.some((panel) => panel.dataset.language === language);
    const shown = has ? language : panels[0].dataset.language;
    for (const [index, panel] of panels.entries()) {
      const isShown = panel.dataset.language === shown;
      panel.hidden = !isShown;
      tabs[index].setAttribute('aria-selected', String(isShown));
      tabs[index].tabIndex = isShown ? 0 : -1;
    }
  }
}

show(kept()?.getItem(STORED) ?? 'curl');

/** The store of the browser for these pages; null: it is set to keep nothing, and throws instead. */
function kept() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
