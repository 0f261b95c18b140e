/** Memory that the steps of a build use one after the other, each for what only the step after it reads. */
export class Scratch {
  words: Uint32Array<ArrayBuffer>;

  constructor(words: number) {
    this.words = new Uint32Array(words);
  }

  /**
   * Makes room for so many words.
   *
   * @param kept so many at the start stay as they are
   */
  reserve(count: number, kept: number): Uint32Array<ArrayBuffer> {
    if (count > this.words.length) {
      const larger = new Uint32Array(Math.max(count, 2 * kept));
      larger.set(this.words.subarray(0, kept));
      this.words = larger;
    }
    return this.words;
  }
}
