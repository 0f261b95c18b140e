import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { Failure } from '../parts/Failure.tsx';
import { PROVIDER_TEXT as WORDS } from '../text/providers.ts';
import { Answered } from './Answered.tsx';
import { PROVIDERS_KEY } from './Chain.tsx';
import { type Field, type OperationName, TRIED, type Values, valuesIn } from './operations.ts';
import { tryOperation } from './try-operation.ts';

interface TryProps {
  readonly operation: OperationName;
  /** Values from the address, which fill the form. They are not sent by themselves: a request may cost money. */
  readonly values: Values;
}

/** A form with what an operation takes, and its answer. */
export function TryOperation({ operation, values }: TryProps) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  /** The request that was sent, with a number: the same can be sent again. */
  const [sent, setSent] = useState<{ readonly attempt: number; readonly values: Values } | null>(null);
  const { fields } = TRIED[operation];
  const tried = useQuery({
    queryKey: ['tried', operation, sent],
    queryFn:
      sent === null
        ? skipToken
        : async ({ signal }) => {
            try {
              return await tryOperation(operation, sent.values, signal);
            } finally {
              void queries.invalidateQueries({ queryKey: PROVIDERS_KEY });
            }
          },
    staleTime: Infinity,
    gcTime: 0,
  });

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const given = valuesIn(new FormData(event.currentTarget), fields);
    void navigate({ to: '/providers', search: { operation, ...given }, replace: true });
    setSent({ attempt: (sent?.attempt ?? 0) + 1, values: given });
  }

  return (
    <>
      <section className="stack" aria-labelledby="try">
        <header className="stack tight">
          <h2 id="try">{WORDS.try}</h2>
          <p className="quiet">{WORDS.tryHint}</p>
        </header>
        <form className="stack" onSubmit={submit}>
          <div className="try-fields">
            {fields.map((field) => (
              <FieldOf key={field.name} field={field} value={values[field.name] ?? ''} />
            ))}
          </div>
          <div className="row">
            <Button type="submit" look="primary">
              {WORDS.send}
            </Button>
            {tried.isFetching && <Button onClick={() => setSent(null)}>{WORDS.cancel}</Button>}
            <span role="status" className="quiet">
              {tried.isFetching && WORDS.waiting}
            </span>
          </div>
        </form>
      </section>
      {tried.isError && !tried.isFetching && <Failure error={tried.error} />}
      {tried.data !== undefined && <Answered tried={tried.data} />}
    </>
  );
}

function FieldOf({ field, value }: { readonly field: Field; readonly value: string }) {
  const { name, type, isRequired = false, maxLength, pattern, bounds, choices = [], usual } = field;
  const label = WORDS.fields[name];
  const hint = (WORDS.hints as Readonly<Record<string, string>>)[name];
  if (type === 'choice') {
    return (
      <label className="field">
        {label}
        <select className="input" name={name} defaultValue={choices.includes(value) ? value : ''}>
          <option value="">{usual === undefined ? WORDS.fits : WORDS.usual(usual)}</option>
          {choices
            .filter((choice) => choice !== usual)
            .map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
        </select>
      </label>
    );
  }
  return (
    <label className={isRequired ? 'field wide' : 'field'}>
      {label}
      <input
        className="input"
        name={name}
        type={type}
        required={isRequired}
        maxLength={maxLength}
        pattern={pattern}
        min={bounds?.[0]}
        max={bounds?.[1]}
        placeholder={usual}
        defaultValue={value}
        autoComplete="off"
        title={pattern === undefined ? undefined : hint}
        aria-describedby={hint === undefined ? undefined : `hint-${name}`}
      />
      {hint !== undefined && (
        <span className="hint" id={`hint-${name}`}>
          {hint}
        </span>
      )}
    </label>
  );
}
