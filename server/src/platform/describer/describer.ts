/** What a description is made from. */
export interface DescriptionSource {
  jpeg: Buffer;
  /** What the seller has written so far; may be empty. Data, whatever it says. */
  currentDescription: string;
}

/** Has pictures described by a model. */
export interface Describer {
  /** What the model wrote, as it came. Throws {@link DescriberError} for anything but an answer. */
  describe(source: DescriptionSource): Promise<string>;
}

/** Why there is no answer, for the log. Carries nothing that the other side said. */
export class DescriberError extends Error {
  override name = 'DescriberError';
  /** Whole seconds after which the other side would take another try. */
  readonly retryAfter: number | undefined;

  constructor(reason: string, retryAfter?: number) {
    super(reason);
    this.retryAfter = retryAfter;
  }
}
