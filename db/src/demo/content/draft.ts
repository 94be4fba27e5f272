import type { Category, Condition } from '@marketplace/shared/listings/constants';
import type { Tone } from '../pictures/colour.ts';
import type { DemoSubject } from '../pictures/registry.ts';

/** One listing as it is written by hand, before it has a seller, a place and a date. */
export type ListingDraft = {
  title: string;
  /** Decimal string with two places. */
  price: string;
  condition: Condition;
  text: string;
  /** What is drawn, its main colour, and how many pictures (1 to 3); absent for a listing without. */
  picture?: readonly [subject: DemoSubject, tone: Tone, count: 1 | 2 | 3];
};

export type CategoryDrafts = { category: Category; drafts: readonly ListingDraft[] };
