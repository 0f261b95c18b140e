import type { ComponentProps } from 'react';

interface ButtonProps extends ComponentProps<'button'> {
  /** Kind of act: the first of a page or dialog, one that cannot be undone, or one beside a text. */
  readonly look?: 'primary' | 'danger' | 'plain';
}

/** A button, which sends the form around it only if it is of the type `submit`. */
export function Button({ look, type = 'button', ...button }: ButtonProps) {
  return <button type={type} className={look === undefined ? 'button' : `button ${look}`} {...button} />;
}
