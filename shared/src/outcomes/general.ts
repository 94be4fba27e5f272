/** The message for a failed call if neither the server nor the page has one. */
export const generalFailure = {
  title: 'Error',
  message: "That didn't work. Please try again.",
} as const;
