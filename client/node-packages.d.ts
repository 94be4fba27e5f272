/*
 * The router's type leads to packages that need the types of Node. For the client they have no types:
 * `paths` in tsconfig.json sends them here.
 */
export declare const untyped: unknown;
