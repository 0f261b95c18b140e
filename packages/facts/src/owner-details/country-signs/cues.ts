import { Literals } from '../../literals.ts';
import { CURRENCY_CUES, CUSTOM_CUES } from './customs.ts';
import { LEGAL_FORM_CUES } from './legal-forms.ts';
import { REGISTRATION_CUES } from './registrations.ts';
import { type CueKind, type Cues, Parts } from './sign.ts';

const CUES: Readonly<Record<CueKind, Cues>> = {
  registration: REGISTRATION_CUES,
  legalForm: LEGAL_FORM_CUES,
  custom: CUSTOM_CUES,
  currency: CURRENCY_CUES,
};
const KINDS = Object.keys(CUES) as readonly CueKind[];

/** Kinds by cue. */
const KINDS_BY_CUE: ReadonlyMap<string, readonly CueKind[]> = new Map(
  KINDS.flatMap((kind) => CUES[kind].texts).map((cue) => [
    cue,
    KINDS.filter((kind) => CUES[kind].texts.includes(cue)),
  ]),
);
const ANY_CUE = new Literals(KINDS_BY_CUE.keys());

/**
 * The parts of a text around the cues of each kind of sign. The patterns of signs are many, so they are tried on these parts only;
 * the text is read once for all of them.
 */
export function partsByCue(text: string): Readonly<Record<CueKind, Parts>> {
  const parts = {
    registration: new Parts(text, CUES.registration.reach),
    legalForm: new Parts(text, CUES.legalForm.reach),
    custom: new Parts(text, CUES.custom.reach),
    currency: new Parts(text, CUES.currency.reach),
  };
  ANY_CUE.forEach(text, (cue, at) => {
    for (const kind of KINDS_BY_CUE.get(cue) ?? []) parts[kind].add(at, at + cue.length);
  });
  return parts;
}
