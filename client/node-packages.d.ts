// Stands in for packages that need Node's types, which the router's type imports: see tsconfig.json.
export declare const untyped: unknown;
