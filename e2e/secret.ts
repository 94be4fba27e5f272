/** The master secret of the server under test, for tests that need a link only a mail would hold. */
export const suiteSecret = 'the secret of the browser tests, which is no secret';
