/** Says that a call failed where the server gives no reason and the page has none. */
export const generalFailure = {
  title: 'Error',
  message: "That didn't work. Please try again.",
} as const;
