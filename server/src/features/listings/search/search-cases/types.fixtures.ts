import type { Condition } from '@marketplace/shared/listings/constants';

/** The fields that cases depend on. The defaults are 80.00, Troy, and good condition. */
export interface CaseListing {
  title: string;
  /** In dollars, with two decimals. */
  price?: string;
  location?: string;
  condition?: Condition;
}

/** A listing or its title, the searches that find it, and those that do not. */
export type CaseRow = [listing: string | CaseListing, found: string[], notFound: string[]];
