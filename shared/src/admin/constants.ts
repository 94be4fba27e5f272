/** Rows of an admin list (decisions: Listings, page sizes). */
export const adminPageSize = 50;
export const adminReasonMaxLength = 1000;
/** Listing descriptions are cut to so many characters in the Admin Center (specification section 9). */
export const adminDescriptionLength = 200;
/** Days that the charts show. */
export const chartDays = 30;
