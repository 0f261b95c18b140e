// Pages that ask for consent before they show anything.
import { signatures } from './signature.ts';

export const CONSENT_WALLS = signatures('consent_wall', 8_000, [
  ['Google', null, /<form[^>]{1,200}action="https:\/\/consent\.(?:google|youtube)\.[\w.]+\/(?:save|s|ml)\b/i],
  [
    'Yahoo',
    null,
    /<form[^>]{1,200}class="[^"]*\bconsent-form\b/i,
    /name="csrfToken"/i,
    /guce|consent\.(?:yahoo|aol|techcrunch)|collectConsent/i,
  ],
  ['DPG Media', /^(?:DPG Media )?Privacy (?:Gate|Wall)/i, /privacy-?gate|myprivacy/i],
  [
    'DPG Media',
    null,
    /<(?:script|link|iframe)[^>]{1,200}\/\/(?:[\w-]+\.)*myprivacy(?:-static)?\.dpgmedia\.\w+\//i,
  ],
  [
    'contentpass',
    /\bpur\b|werbung|zustimm|abo\b|consent/i,
    /<script[^>]{1,200}contentpass/i,
    /mit Werbung|Zustimmen|Einwilligen|akzeptieren/i,
    /\bPUR\b|\bAbo/,
  ],
  [
    'Der Standard',
    null,
    /<[^>]{1,200}(?:\/consent\/tcf|class="privacywall)/i,
    /(?:Sie entscheiden darüber|Einverstanden|PUR-Abo)/i,
  ],
  ['Seznam', /^(?:Nastavení souhlasu|Souhlas)/i, /cmp\.seznam\.cz|szncmp/i],
  [
    'others',
    /^(?:.{0,40}[|–—:·-]\s*)?(?:cookie ?wall|cookie consent|cookie-?einwilligung|privacy ?gate|before you continue\b.{0,60}|bevor (?:du|sie) (?:fortfährst|fortfahren)\b.{0,60}|avant d(?:e continuer|'accéder)\b.{0,60}|toestemming(?: voor)? cookies|cookies? (?:accepteren|toestaan))(?:\s*[|–—:·-].{0,60})?$/i,
    /<(?:form|button|input|a)\b[^>]{0,200}(?:accept|consent|agree|akzept|zustimm|accepte)/i,
  ],
]);
