// The router's type imports packages that need Node's types. `paths` in tsconfig.json resolves them
// to this file, so the client sees them without types.
export declare const untyped: unknown;
