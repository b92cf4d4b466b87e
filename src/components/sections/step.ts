/** A title and the sentence that explains it: a reason to join, a stop on the way to a job. */
export interface Step {
  readonly title: string;
  readonly sentence: string;
}
