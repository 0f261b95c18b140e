/** The environment can't be used; the message lists everything that is wrong with it, one problem a line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `${problems.length === 1 ? 'A setting is' : 'Some settings are'} wrong:\n${problems.map((line) => `  ${line}`).join('\n')}`,
    );
    this.problems = problems;
  }
}
