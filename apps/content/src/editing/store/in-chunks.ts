/** Rows per statement, well below PostgreSQL's limit of 65 535 parameters. */
const chunkSize = 500;

/** Writes many rows, some hundred per statement. */
export const inChunks = async <Row>(
  rows: readonly Row[],
  write: (chunk: Row[]) => Promise<unknown>,
): Promise<void> => {
  for (let from = 0; from < rows.length; from += chunkSize) await write(rows.slice(from, from + chunkSize));
};
