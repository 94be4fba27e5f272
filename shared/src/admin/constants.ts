/** Rows per page of an admin list. */
export const adminPageSize = 50;
export const adminReasonMaxLength = 1000;
/** Listing descriptions are cut to this many characters in the Admin Center. */
export const adminDescriptionLength = 200;
export const chartDays = 30;
/** In characters, after trimming. */
export const noteMaxLength = 1000;
export const templateNameMaxLength = 60;
export const maxTemplates = 100;

/** How many linked accounts are listed on a person's page. */
export const mostLinked = 20;
