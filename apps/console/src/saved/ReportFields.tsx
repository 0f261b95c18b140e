import { Field, Tick } from '../parts/Field.tsx';
import { Timing } from '../schedules/Timing.tsx';
import { SAVED_TEXT as WORDS } from '../text/saved.ts';
import { REPORT_FORMATS, type ReportDraft } from './report-draft.ts';
import { ReportFacets } from './ReportFacets.tsx';

interface ReportFieldsProps {
  readonly draft: ReportDraft;
  readonly onDraft: (draft: ReportDraft) => void;
}

/** The part of the form that says whether a saved search has reports, when, and as what. */
export function ReportFields({ draft, onDraft }: ReportFieldsProps) {
  const { isOn, timing, format, limit, facets } = draft;
  return (
    <div className="stack tight">
      <Tick
        label={WORDS.reportOn}
        checked={isOn}
        onChange={({ target }) => onDraft({ ...draft, isOn: target.checked })}
      />
      {isOn && (
        <>
          <Timing fields={timing} onFields={(fields) => onDraft({ ...draft, timing: fields })} />
          <div className="row at-bottom">
            <label className="field">
              {WORDS.reportFormat}
              <select
                className="input"
                value={format}
                onChange={({ target }) => {
                  const chosen = REPORT_FORMATS.find((one) => one === target.value);
                  if (chosen !== undefined) onDraft({ ...draft, format: chosen });
                }}
              >
                {REPORT_FORMATS.map((one) => (
                  <option key={one} value={one}>
                    {WORDS.reportFormats[one]}
                  </option>
                ))}
              </select>
            </label>
            <Field
              label={WORDS.reportRows}
              type="number"
              required
              min={1}
              max={100_000}
              value={limit}
              onChange={({ target }) => onDraft({ ...draft, limit: target.value })}
            />
          </div>
          <ReportFacets facets={facets} onFacets={(next) => onDraft({ ...draft, facets: next })} />
          <p className="quiet">{WORDS.reportHint}</p>
        </>
      )}
    </div>
  );
}
