/** Rows per page of an admin list. */
export const adminPageSize = 50;
export const adminReasonMaxLength = 1000;
/** Listing descriptions are cut to this many characters in the Admin Center. */
export const adminDescriptionLength = 200;
export const chartDays = 30;
