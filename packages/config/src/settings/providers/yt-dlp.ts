import { commandLine } from '../../command-line.ts';

export const YT_DLP = {
  ytDlpCommand: {
    variable: 'SITEGREP_YT_DLP_COMMAND',
    group: 'Providers',
    kind: commandLine(),
    default: 'yt-dlp',
    doc: 'The program that the provider `yt-dlp` runs, and arguments that it always gets, such as `--proxy`; its own configuration files are not read.',
  },
} as const;
