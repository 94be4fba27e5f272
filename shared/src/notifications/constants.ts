/** Notifications fetched at once. */
export const notificationsPerPage = 20;

/** Unread notifications are counted up to here; a badge then says '99+'. */
export const maxUnreadCounted = 100;
