/*
 * Never runs: the type check fails where the client knows types of Node or of workers. When a package
 * of the server has let in those of Node, add it to `paths` in client/tsconfig.json.
 */

// @ts-expect-error: Node
process.exit();
// @ts-expect-error: Node
export type Bytes = Buffer;
// @ts-expect-error: WebWorker
export type Scope = ServiceWorkerGlobalScope;
