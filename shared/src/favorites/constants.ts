/** Maximum number of favorites per user. */
export const maxFavorites = 500;

export const tooManyFavorites = `You can save up to ${maxFavorites} listings. Remove one to save another.`;

/** How long a favorite stays after its listing was sold or removed. */
export const goneFavoriteDays = 30;
