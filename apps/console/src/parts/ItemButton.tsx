interface ItemButtonProps {
  readonly action: string;
  /** Name of what it acts on, for those who do not see beside what it stands. */
  readonly item: string;
  readonly isDangerous?: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

/** A button of an item of a list. */
export function ItemButton({ action, item, isDangerous = false, disabled, onClick }: ItemButtonProps) {
  return (
    <button
      type="button"
      className={isDangerous ? 'button danger' : 'button'}
      disabled={disabled}
      onClick={onClick}
    >
      {action}
      <span className="hidden-text"> {item}</span>
    </button>
  );
}
