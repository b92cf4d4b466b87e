/** A title and the sentence that explains it. */
export interface Step {
  readonly title: string;
  readonly sentence: string;
}
