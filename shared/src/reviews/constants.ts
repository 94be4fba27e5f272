export const reviewsPerPage = 10;
