/*
 * Never runs. The type check fails if the client can see types of Node or of workers. If a server
 * package brings in Node's types, add it to `paths` in client/tsconfig.json.
 */

// @ts-expect-error: Node
process.exit();
// @ts-expect-error: Node
export type Bytes = Buffer;
// @ts-expect-error: WebWorker
export type Scope = ServiceWorkerGlobalScope;
