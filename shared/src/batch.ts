/** Maximum number of calls in one request. Clients split larger batches. */
export const maxCallsInBatch = 50;
