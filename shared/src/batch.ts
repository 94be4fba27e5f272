/** Calls that one request may carry; clients send more of them in several. */
export const maxCallsInBatch = 50;
