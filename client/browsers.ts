/**
 * The oldest browsers that the client runs in, as build targets. The library of `tsconfig.json` beside
 * this file and `no-restricted-properties` in `.oxlintrc.json` keep newer functions out.
 */
export const oldestBrowsers = ['chrome120', 'edge120', 'firefox125', 'safari17', 'ios17'];
