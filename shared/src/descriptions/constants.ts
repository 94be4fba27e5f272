/** Maximum number of pictures that the details of one listing are suggested from. */
export const maxSuggestionImages = 4;
