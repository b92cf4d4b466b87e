/** A longer list is a fault. */
const MOST_PAGES = 100;

/** A page of a provider's list. */
interface Page<Row> {
  readonly rows: readonly Row[];
  readonly isLast: boolean;
}

/**
 * Reads a provider's list page by page.
 * @param read asks for a page, counted from 1
 * @throws Error after a hundred pages; whatever `read` and `use` throw
 */
export async function eachPage<Row>(
  read: (page: number) => Promise<Page<Row>>,
  use: (rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { rows, isLast } = await read(page);
    await use(rows);
    if (isLast) return;
  }
  throw new Error("A provider's list has more pages than are read.");
}
