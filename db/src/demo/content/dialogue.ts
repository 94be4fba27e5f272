/** A conversation about the listing with this title; each line begins with who says it: b(uyer) or s(eller). */
export type Dialogue = { listing: string; lines: readonly string[] };
