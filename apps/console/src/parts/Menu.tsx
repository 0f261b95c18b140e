import { type ReactNode, useEffect, useRef } from 'react';

/** A button that shows further buttons below itself, until one is chosen or something else is. */
export function Menu({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
  const ref = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event): void => {
      const menu = ref.current;
      if (menu === null || !menu.open) return;
      const isInside = event.target instanceof Node && menu.contains(event.target);
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return;
        menu.open = false;
        menu.querySelector('summary')?.focus();
      } else if (!isInside) menu.open = false;
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusin', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', close);
      document.removeEventListener('keydown', close);
    };
  }, []);
  return (
    <details ref={ref} className="menu">
      <summary className="button">
        {label}
        <span aria-hidden="true"> ▾</span>
      </summary>
      <div className="items">{children}</div>
    </details>
  );
}
