import { serverUrl } from '../addresses.ts';
import { optional } from '../setting.ts';
import { apiKey, word } from '../words.ts';

export const COMMAND_LINE = {
  url: {
    variable: 'SITEGREP_URL',
    group: 'Command line',
    kind: optional(serverUrl()),
    default: '',
    doc: 'Server that commands ask; without it, the data of this machine: the process that holds the data folder, or the folder itself.',
  },
  key: {
    variable: 'SITEGREP_KEY',
    group: 'Command line',
    kind: optional(apiKey()),
    default: '',
    doc: 'API key for that server.',
  },
  profile: {
    variable: 'SITEGREP_PROFILE',
    group: 'Command line',
    kind: optional(word(100)),
    default: '',
    doc: 'Server that commands ask, by its name in `~/.config/sitegrep/profiles.json`: `{"work": {"url": "https://search.example", "key": "sg_…"}}`.',
  },
} as const;
