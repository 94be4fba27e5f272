/** The session secret of the server under test, for tests that need a link from an email. */
export const suiteSecret = 'the secret of the browser tests, which is no secret';
