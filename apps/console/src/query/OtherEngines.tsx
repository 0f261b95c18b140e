import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TranslateRequest } from '@sitegrep/client';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { messageOf } from '../api/message.ts';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { TEXT } from '../text.ts';
import { useSettled } from './settled.ts';
import { Translation } from './Translation.tsx';

type Engine = TranslateRequest['engine'];

const WORDS = TEXT.otherEngines;
const ENGINES = Object.keys(WORDS.names).filter((name): name is Engine => name in WORDS.names);

/** A button that opens a panel in which queries of other search engines are translated. */
export function OtherEngines({ onChoose }: { readonly onChoose: (query: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [engine, setEngine] = useState<Engine>(ENGINES[0] ?? 'fofa');
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {WORDS.open}
      </Button>
      {isOpen && (
        <TranslateDialog
          engine={engine}
          onEngine={setEngine}
          onClose={() => setOpen(false)}
          onChoose={(query) => {
            setOpen(false);
            onChoose(query);
          }}
        />
      )}
    </>
  );
}

interface TranslateDialogProps {
  readonly engine: Engine;
  readonly onEngine: (engine: Engine) => void;
  readonly onClose: () => void;
  readonly onChoose: (query: string) => void;
}

function TranslateDialog({ engine, onEngine, onClose, onChoose }: TranslateDialogProps) {
  const [original, setOriginal] = useState('');
  const settled = useSettled(original);
  const isEmpty = original.trim() === '';
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['translation', engine, settled],
    queryFn: ({ signal }) => client.query.translate({ engine, query: settled }, { signal, retries: 0 }),
    enabled: settled.trim() !== '',
    placeholderData: keepPreviousData,
  });
  // What belongs to other words than those that are there keeps its space, but is not to be used.
  const isOld = settled !== original || isPlaceholderData;
  const query = isEmpty || isOld ? null : (data?.query ?? null);
  return (
    <Dialog title={WORDS.title} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (query !== null) onChoose(query);
        }}
      >
        <label className="field">
          {WORDS.engine}
          <select
            className="input"
            value={engine}
            onChange={({ target }) => onEngine(ENGINES.find((name) => name === target.value) ?? engine)}
          >
            {ENGINES.map((name) => (
              <option key={name} value={name}>
                {WORDS.names[name]}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          {WORDS.query}
          <textarea
            className="input"
            value={original}
            spellCheck={false}
            autoCapitalize="off"
            onChange={({ target }) => setOriginal(target.value)}
          />
        </label>
        <div role="status" className={isOld ? 'translation waiting' : 'translation'}>
          {!isEmpty && error !== null && !isOld && <p className="bad">{messageOf(error)}</p>}
          {!isEmpty && data !== undefined && <Translation translation={data} />}
        </div>
        <div className="row">
          <Button type="submit" look="primary" disabled={query === null}>
            {WORDS.use}
          </Button>
          <Button onClick={onClose}>{TEXT.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
