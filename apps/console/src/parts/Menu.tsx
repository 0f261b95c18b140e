import { type ReactNode, useEffect, useRef, useState } from 'react';

/** A button that shows further buttons below itself, until one is chosen or something else is. */
export function Menu({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
  const ref = useRef<HTMLDetailsElement>(null);
  const [isFromStart, setFromStart] = useState(false);
  useEffect(() => {
    const close = (event: Event): void => {
      const menu = ref.current;
      if (menu === null || !menu.open) return;
      const isInside = event.target instanceof Node && menu.contains(event.target);
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return;
        // It closes the menu alone.
        event.preventDefault();
        menu.open = false;
        menu.querySelector('summary')?.focus();
      } else if (!isInside) menu.open = false;
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusin', close);
    // Before what else Escape does on the page.
    document.addEventListener('keydown', close, { capture: true });
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', close);
      document.removeEventListener('keydown', close, { capture: true });
    };
  }, []);
  return (
    <details
      ref={ref}
      className={isFromStart ? 'menu from-start' : 'menu'}
      onToggle={({ currentTarget: menu }) => {
        const width = menu.querySelector('.items')?.getBoundingClientRect().width ?? 0;
        // Its end is that of the button, unless it would begin outside of a small window.
        if (menu.open) setFromStart(menu.getBoundingClientRect().right < width);
      }}
    >
      <summary className="button">
        {label}
        <span aria-hidden="true"> ▾</span>
      </summary>
      <div className="items">{children}</div>
    </details>
  );
}
