/** What every 401 of a call without a session says, and how the client knows one. */
export const unauthorized = 'Unauthorized';

/** Before the log-in: the session is over. */
export const sessionOver = {
  title: unauthorized,
  message: 'You are logged out. Logging in again...',
} as const;
