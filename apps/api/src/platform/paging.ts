/** Rows to read for a page: one more than it shows, to detect a next page. */
export const rowsToRead = (limit: number): number => limit + 1;

/**
 * The page out of rows read with `rowsToRead`.
 * @param cursorAfter writes the cursor of the page after a row
 */
export const pageOf = <Row>(
  rows: readonly Row[],
  limit: number,
  cursorAfter: (last: Row) => string,
): { page: Row[]; nextCursor: string | null } => {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: last !== undefined && rows.length > limit ? cursorAfter(last) : null };
};

/** Maximum number of rows of a list in a file, an e-mail or the archive. */
export const maxRows = 10_000;
