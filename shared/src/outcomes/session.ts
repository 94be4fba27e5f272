/** The message of every 401 of a call without a session, by which the client recognizes it. */
export const unauthorized = 'Unauthorized';

/** The toast before the redirect to the sign-in. */
export const sessionOver = {
  title: unauthorized,
  message: 'You are logged out. Logging in again...',
} as const;
