// Cookies by their names and attributes. Their values tell who visits, so none is kept, nor anything that may be a part of one.
import { fieldName, fieldValue } from './field-text.ts';

/** A cookie that an answer sets, or a script. */
export interface SetCookie {
  /** Empty for a cookie of a value alone. */
  readonly name: string;
  /** Attributes in the form that lines have: `path=/`, `secure`. */
  readonly attributes: readonly string[];
}

/**
 * The attributes of cookies (RFC 6265bis, 4.1.2, and those of browsers) and the values that they have; null: none. What is not in
 * this table, or has another value, may be what follows a `;` or a comma within the value of a cookie.
 */
const ATTRIBUTES: Readonly<Record<string, RegExp | null>> = {
  expires: /^[\w ,:+-]{1,40}$/,
  'max-age': /^-?\d{1,12}$/,
  domain: /^[\p{L}\p{N}._-]{1,255}$/u,
  path: /^\/[^\s;,=]{0,1024}$/,
  secure: null,
  httponly: null,
  samesite: /^\w{1,10}$/,
  priority: /^\w{1,10}$/,
  partitioned: null,
};

/** Names of fields that set a cookie. */
const SETTING_FIELDS: ReadonlySet<string> = new Set(['set-cookie', 'set-cookie2']);

export function isSettingField(name: string): boolean {
  return SETTING_FIELDS.has(name);
}

/** The cookies of a field: one, or as many as it has lines, as some tools write the fields of a name together. */
export function cookiesOfField(value: string): readonly SetCookie[] {
  return value
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(cookieOf);
}

function cookieOf(line: string): SetCookie {
  const [pair = '', ...attributes] = line.split(';', MAX_PARTS);
  // Without an equals sign it is a value without a name (RFC 6265bis, 5.6).
  const name = fieldValue(pair.slice(0, Math.max(0, pair.indexOf('='))));
  // Of an attribute that comes twice, the last one counts.
  return { name, attributes: Array.from(new Map(attributes.flatMap(attributeOf)).values()) };
}

/** Maximum parts of a field that are looked at; there are nine attributes. */
const MAX_PARTS = 50;

/** The name of an attribute, and how it is written; none if it is not one. */
function attributeOf(written: string): readonly (readonly [name: string, line: string])[] {
  const equals = written.indexOf('=');
  const name = fieldName(equals === -1 ? written : written.slice(0, equals));
  if (name === null || !Object.hasOwn(ATTRIBUTES, name)) return [];
  const form = ATTRIBUTES[name] ?? null;
  const value = equals === -1 ? '' : fieldValue(written.slice(equals + 1));
  return [[name, form === null || !form.test(value) ? name : `${name}=${value}`]];
}

/** The line of a cookie: `_ga; path=/; secure`. Its name ends with `;` also where it has no attributes. */
export function cookieLine({ name, attributes }: SetCookie): string {
  return [`${name};`, attributes.join('; ')].join(' ').trimEnd();
}
