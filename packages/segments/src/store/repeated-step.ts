/**
 * A step that is taken again and again while it finds something to do. Only one is under way at a time; a call of `wake`
 * is never lost.
 */
export class RepeatedStep {
  readonly #step: () => Promise<boolean>;
  readonly #onProblem: (error: unknown) => void;
  #isWanted = false;
  #running: Promise<void> | null = null;
  /** What the last step failed with, null if it did not. */
  problem: unknown = null;

  /**
   * @param step false if there was nothing to do
   * @param onProblem gets what a step throws; then the next `wake` tries again
   */
  constructor(step: () => Promise<boolean>, onProblem: (error: unknown) => void) {
    this.#step = step;
    this.#onProblem = onProblem;
  }

  wake(): void {
    this.#isWanted = true;
    this.#running ??= this.#run();
  }

  /** When nothing is under way any more. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  async #run(): Promise<void> {
    // The first step must find `#running` set.
    await Promise.resolve();
    while (this.#isWanted) {
      this.#isWanted = false;
      try {
        while (await this.#step());
        this.problem = null;
      } catch (error) {
        this.problem = error;
        this.#onProblem(error);
      }
    }
    this.#running = null;
  }
}
