import type { Condition } from '@marketplace/shared/listings/constants';

/**
 * The fields of a listing that cases depend on. By default, it costs 80.00, is in Troy, and is
 * good.
 */
export interface CaseListing {
  title: string;
  /** In dollars, with two decimals. */
  price?: string;
  location?: string;
  condition?: Condition;
}

/** A listing or its title, the searches that find it, and those that do not. */
export type CaseRow = [listing: string | CaseListing, found: string[], notFound: string[]];
