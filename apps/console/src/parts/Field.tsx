import type { InputHTMLAttributes } from 'react';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly hint?: string;
}

/** A field of a form with its name, and below it what is to be written there. */
export function Field({ label, hint, className = '', ...input }: FieldProps) {
  return (
    <label className="field">
      {label}
      <input className={`input ${className}`} autoComplete="off" {...input} />
      {hint !== undefined && <span className="hint">{hint}</span>}
    </label>
  );
}

/** A box to be ticked. */
export function Tick({ label, ...input }: FieldProps) {
  return (
    <label className="row tick">
      <input type="checkbox" {...input} />
      {label}
    </label>
  );
}
