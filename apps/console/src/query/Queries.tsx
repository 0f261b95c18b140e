import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { TEXT } from '../text.ts';
import { dropRecent, dropSaved, moveSaved, recentQueries, savedQueries, saveQuery } from './history.ts';
import { MAX_NAME, type SavedQuery } from './kept-queries.ts';
import { ShownQuery } from './ShownQuery.tsx';

const WORDS = TEXT.queries;

interface QueriesProps {
  /** The query of the page. */
  readonly query: string;
  readonly onChoose: (query: string) => void;
}

/** A button that shows the saved queries and the recent ones. */
export function Queries({ query, onChoose }: QueriesProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {WORDS.open}
      </Button>
      {isOpen && (
        <QueriesDialog
          query={query}
          onClose={() => setOpen(false)}
          onChoose={(chosen) => {
            setOpen(false);
            onChoose(chosen);
          }}
        />
      )}
    </>
  );
}

function QueriesDialog({ query, onChoose, onClose }: QueriesProps & { readonly onClose: () => void }) {
  const [saved, setSaved] = useState(savedQueries);
  const [recent, setRecent] = useState(recentQueries);
  const [isFull, setFull] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const isSaved = saved.some((one) => one.query === query);

  /** Shows what is stored now. A button that is gone leaves the focus to what comes first. */
  function changed(): void {
    setSaved(savedQueries());
    setRecent(recentQueries());
    requestAnimationFrame(() => {
      const dialog = content.current?.closest('dialog');
      if (dialog?.contains(document.activeElement) !== true || document.activeElement === dialog)
        content.current?.querySelector<HTMLElement>('button, input')?.focus();
    });
  }

  return (
    <Dialog title={WORDS.title} onClose={onClose}>
      <div ref={content} className="stack queries">
        {query !== '' && !isSaved && (
          <NameForm
            label={WORDS.name}
            name=""
            placeholder={query}
            action={WORDS.save}
            onName={(name) => {
              setFull(!saveQuery(query, name));
              changed();
            }}
          />
        )}
        {isFull && (
          <p className="bad" role="alert">
            {WORDS.full}
          </p>
        )}
        <section className="stack tight">
          <h3>{WORDS.saved}</h3>
          {saved.length === 0 && <p className="quiet">{WORDS.noneSaved}</p>}
          <ol>
            {saved.map((item, index) => (
              <SavedRow
                key={item.query}
                item={item}
                isFirst={index === 0}
                isLast={index === saved.length - 1}
                onChoose={onChoose}
                onChange={changed}
              />
            ))}
          </ol>
        </section>
        <section className="stack tight">
          <h3>{WORDS.recent}</h3>
          {recent.length === 0 && <p className="quiet">{WORDS.noneRecent}</p>}
          <ul>
            {recent.map((one) => (
              <li key={one}>
                <ChooseButton query={one} onChoose={onChoose} />
                <DropButton
                  name={one}
                  onDrop={() => {
                    dropRecent(one);
                    changed();
                  }}
                />
              </li>
            ))}
          </ul>
          {recent.length > 0 && (
            <button
              type="button"
              className="link-button"
              onClick={() => {
                dropRecent(null);
                changed();
              }}
            >
              {WORDS.dropRecent}
            </button>
          )}
        </section>
        <p className="quiet">{WORDS.where}</p>
      </div>
    </Dialog>
  );
}

function SavedRow(props: {
  readonly item: SavedQuery;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onChoose: (query: string) => void;
  readonly onChange: () => void;
}) {
  const { item, isFirst, isLast, onChoose, onChange } = props;
  const { query, name } = item;
  const [isNamed, setNamed] = useState(false);
  if (isNamed) {
    return (
      <li>
        <NameForm
          label={WORDS.nameOf(query)}
          name={name === query ? '' : name}
          placeholder={query}
          action={WORDS.rename}
          onName={(given) => {
            saveQuery(query, given);
            setNamed(false);
            onChange();
          }}
        />
      </li>
    );
  }
  const move = (by: -1 | 1): void => {
    moveSaved(query, by);
    onChange();
  };
  return (
    <li>
      <ChooseButton query={query} onChoose={onChoose}>
        {name !== query && <bdi dir="auto">{name}</bdi>}
      </ChooseButton>
      <Button look="plain" aria-label={WORDS.renameOf(name)} onClick={() => setNamed(true)}>
        <span aria-hidden="true">✎</span>
      </Button>
      <Button look="plain" aria-label={WORDS.up(name)} disabled={isFirst} onClick={() => move(-1)}>
        <span aria-hidden="true">↑</span>
      </Button>
      <Button look="plain" aria-label={WORDS.down(name)} disabled={isLast} onClick={() => move(1)}>
        <span aria-hidden="true">↓</span>
      </Button>
      <DropButton
        name={name}
        onDrop={() => {
          dropSaved(query);
          onChange();
        }}
      />
    </li>
  );
}

function ChooseButton(props: {
  readonly query: string;
  readonly onChoose: (query: string) => void;
  readonly children?: ReactNode;
}) {
  const { query, onChoose, children } = props;
  return (
    <button type="button" className="button plain choose" onClick={() => onChoose(query)}>
      {children}
      <ShownQuery query={query} />
    </button>
  );
}

function DropButton({ name, onDrop }: { readonly name: string; readonly onDrop: () => void }) {
  return (
    <Button look="plain" aria-label={WORDS.drop(name)} onClick={onDrop}>
      <span aria-hidden="true">✕</span>
    </Button>
  );
}

function NameForm(props: {
  readonly label: string;
  readonly name: string;
  readonly placeholder: string;
  readonly action: string;
  readonly onName: (name: string) => void;
}) {
  const [name, setName] = useState(props.name);
  return (
    <form
      className="name-form"
      onSubmit={(event) => {
        event.preventDefault();
        props.onName(name);
      }}
    >
      <input
        className="input"
        aria-label={props.label}
        placeholder={props.placeholder}
        maxLength={MAX_NAME}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit">{props.action}</Button>
    </form>
  );
}
