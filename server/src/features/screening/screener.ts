export interface Screened {
  kind: 'listing' | 'message' | 'name' | 'review';
  userId: string;
  /** The standing of the author: 0 new, 1 member, 2 regular, 3 trusted. */
  standing: number;
  text: string;
}

export type Verdict =
  | { action: 'allow' }
  | {
      action: 'warn' | 'hold' | 'refuse';
      ruleId: string;
      ruleName: string;
      /** The number of the community rule, if the rule names one. */
      guideline: number | null;
      /** The part of the text that met the rule, as its author wrote it. */
      passage: string;
      advice: string;
      topic: 'payment' | 'codes' | 'couriers' | 'other';
    };

export interface Screener {
  /** Returns the verdict of the strictest rule that the text meets. Runs in memory. */
  screen(content: Screened): Verdict;
}

/** Creates the screener of an instance. */
export function createScreener(): Screener {
  return { screen: () => ({ action: 'allow' }) };
}
