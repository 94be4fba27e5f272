/** Rows of an admin list. */
export const adminPageSize = 50;
export const adminReasonMaxLength = 1000;
/** Listing descriptions are cut to so many characters in the Admin Center. */
export const adminDescriptionLength = 200;
/** Days that the charts show. */
export const chartDays = 30;
