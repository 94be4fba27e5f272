/** Rows of an export that are held at once. */
export const pageSize = 500;

/** All rows, a page at a time: `read` gives those after the last one of the page before. */
export async function* inPages<Row>(
  read: (after: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let after: Row | undefined;
  for (;;) {
    const rows = await read(after);
    yield* rows;
    if (rows.length < pageSize) return;
    after = rows.at(-1);
  }
}
