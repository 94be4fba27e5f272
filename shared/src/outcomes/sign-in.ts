/*
 * What one reads after signing in or out; the wording is fixed. `failed` shows where the server gives no
 * reason.
 */

export const sendCodeTexts = {
  failed: { title: 'Error', message: 'Failed to send code' },
  done: {
    title: 'Verification code sent!',
    message: 'Check your email ({email}) for a 6-digit code.',
  },
  /** The browser is trusted, so no code is needed. */
  returned: { title: 'Welcome back!', message: "You've been automatically signed in." },
} as const;

export const verifyCodeTexts = {
  failed: { title: 'Verification failed', message: 'Failed to verify code' },
  done: { title: 'Welcome to {product}!', message: "You've successfully signed in." },
} as const;

export const signOutTexts = {
  failed: { title: 'Error', message: 'Failed to sign out. Please try again.' },
  done: { title: 'Signed out', message: 'You have been successfully signed out.' },
} as const;
