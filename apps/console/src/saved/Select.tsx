interface SelectProps<Value extends string> {
  readonly label: string;
  readonly name: string;
  readonly values: readonly Value[];
  /** Texts of the values. */
  readonly texts: Readonly<Record<Value, string>>;
  readonly given: Value;
}

/** A field of a form in which one of some values is chosen. */
export function Select<Value extends string>({ label, name, values, texts, given }: SelectProps<Value>) {
  return (
    <label className="field">
      {label}
      <select className="input" name={name} defaultValue={given}>
        {values.map((value) => (
          <option key={value} value={value}>
            {texts[value]}
          </option>
        ))}
      </select>
    </label>
  );
}
