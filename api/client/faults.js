/** What ends the reading of an export: nothing after this point could be believed. */
export class Broken extends Error {
  constructor(version, kind, sentence) {
    super(sentence);
    this.fault = { version, kind, sentence };
  }
}
