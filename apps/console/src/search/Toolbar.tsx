import { useState } from 'react';
import { START } from '../api/client.ts';
import { Button } from '../parts/Button.tsx';
import { noteOfCopy } from '../parts/copy.ts';
import { Link } from '../parts/Link.tsx';
import { Menu } from '../parts/Menu.tsx';
import { SaveButton } from '../saved/SaveButton.tsx';
import { TEXT } from '../text.ts';
import { RESULTS_TEXT as WORDS } from '../text/results.ts';
import { Conditions } from './Conditions.tsx';
import { CONTEXTS, type Criteria, criteriaIn, curlOf, ordersOf, totalText } from './criteria.ts';
import { Reading } from './Reading.tsx';
import { type FileFormat, saveExport } from './save-export.ts';

interface ToolbarProps {
  readonly criteria: Criteria;
  readonly total: number;
  readonly tookMs: number;
  readonly ask: (change: Partial<Criteria>) => void;
}

const ORDER_NAMES: Readonly<Record<string, string>> = TEXT.search.orders;

function orderName(rule: string): string {
  return ORDER_NAMES[rule] ?? rule;
}

/** The line above the results: how many there are, the conditions, order, export. */
export function Toolbar({ criteria, total, tookMs, ask }: ToolbarProps) {
  const { q, level, order, context, counts } = criteria;
  const [note, setNote] = useState('');

  async function copy(text: string): Promise<void> {
    setNote(await noteOfCopy(text));
  }

  function save(format: FileFormat): void {
    setNote(TEXT.search.exporting(totalText(total, level)));
    saveExport(criteria, format, (message) => setNote(TEXT.search.notExported(message)));
  }

  return (
    <div className="toolbar">
      <Reading criteria={criteria} total={total} tookMs={tookMs} ask={ask} />
      <div className="row">
        <div className="row">
          <label className="row">
            <span className="quiet">{TEXT.search.level}</span>
            <select
              className="input"
              value={level}
              onChange={(event) =>
                ask(criteriaIn({ q, level: event.target.value, order: '', context: String(context), counts }))
              }
            >
              <option value="domain">{TEXT.search.domains}</option>
              <option value="page">{TEXT.search.pages}</option>
              <option value="version">{TEXT.search.versions}</option>
              <option value="change">{TEXT.search.changes}</option>
            </select>
          </label>
          <label className="row">
            <span className="quiet">{TEXT.search.order}</span>
            <select className="input" value={order} onChange={(event) => ask({ order: event.target.value })}>
              {ordersOf(level).map((rule) => (
                <option key={rule} value={rule}>
                  {orderName(rule)}
                </option>
              ))}
            </select>
          </label>
          {level !== 'change' && (
            <label className="row">
              <span className="hidden-text">{WORDS.context}</span>
              <select
                className="input"
                value={context}
                onChange={(event) => ask({ context: Number(event.target.value) })}
              >
                {CONTEXTS.map((lines) => (
                  <option key={lines} value={lines}>
                    {WORDS.linesAround(lines)}
                  </option>
                ))}
              </select>
            </label>
          )}
          <SaveButton criteria={criteria} />
          {level !== 'change' && (
            <Link to="/trends" search={q === '' ? {} : { q }} className="button">
              {TEXT.search.trend}
            </Link>
          )}
          <Menu label={TEXT.search.export}>
            <Button onClick={() => save('xlsx')}>{TEXT.search.exportXlsx}</Button>
            <Button onClick={() => save('csv')}>{TEXT.search.exportCsv}</Button>
            <Button onClick={() => save('ndjson')}>{TEXT.search.exportNdjson}</Button>
          </Menu>
          <Menu label={TEXT.search.copyAs}>
            <Button onClick={() => void copy(curlOf(criteria, START))}>{TEXT.search.copyCurl}</Button>
            <Button onClick={() => void copy(q)}>{TEXT.search.copyQuery}</Button>
            <Button onClick={() => void copy(location.href)}>{TEXT.search.copyLink}</Button>
          </Menu>
        </div>
      </div>
      <div className="row">
        <Conditions query={q} onQuery={(next) => ask({ q: next })} />
        <span className="quiet" role="status">
          {note}
        </span>
      </div>
    </div>
  );
}
