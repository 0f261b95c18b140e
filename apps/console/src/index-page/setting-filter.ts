// Which settings are shown: those with a text, or those that differ from the default; both stand in the address.
import type { Settings } from '@sitegrep/client';

export type Setting = Settings['settings'][number];

export interface SettingWish {
  /** Part of a name, value or description. */
  readonly find: string;
  readonly isChangedOnly: boolean;
}

interface Parameters {
  readonly find?: string;
  readonly changed?: string;
}

export function wishIn({ find = '', changed }: Parameters): SettingWish {
  return { find, isChangedOnly: changed === 'only' };
}

export function wishParameters({ find, isChangedOnly }: SettingWish): Parameters & { readonly tab: string } {
  return { tab: 'settings', ...(find !== '' && { find }), ...(isChangedOnly && { changed: 'only' }) };
}

export function settingsWith<One extends Omit<Setting, 'group'>>(
  settings: readonly One[],
  { find, isChangedOnly }: SettingWish,
): readonly One[] {
  const wanted = find.trim().toLowerCase();
  return settings.filter(
    ({ variable, value, description, is_default: isDefault }) =>
      !(isChangedOnly && isDefault) &&
      [variable, value, description].some((part) => part.toLowerCase().includes(wanted)),
  );
}
