interface ChoicesProps<Value extends string> {
  readonly name: string;
  /** Values with their texts. */
  readonly values: Readonly<Record<Value, string>>;
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}

/** Radio buttons of which one is chosen. */
export function Choices<Value extends string>({ name, values, chosen, onChoose }: ChoicesProps<Value>) {
  return (
    <p className="row">
      {(Object.keys(values) as Value[]).map((value) => (
        <label key={value} className="row">
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          {values[value]}
        </label>
      ))}
    </p>
  );
}
