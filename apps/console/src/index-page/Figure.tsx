/** A number with its name, in a list of them. */
export function Figure(props: { readonly name: string; readonly value: string; readonly hint?: string }) {
  return (
    <div className="figure">
      <dt className="quiet">{props.name}</dt>
      <dd>
        <span className="amount">{props.value}</span>
        {props.hint !== undefined && <span className="quiet">{props.hint}</span>}
      </dd>
    </div>
  );
}
