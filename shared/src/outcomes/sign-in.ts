/* Toasts about signing in and out. The wording is fixed. */

export const sendCodeTexts = {
  failed: { title: 'Error', message: 'Failed to send code' },
  done: {
    title: 'Verification code sent!',
    message: 'Check your email ({email}) for a 6-digit code.',
  },
  /** For a trusted browser, which needs no code. */
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
