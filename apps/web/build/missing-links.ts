const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A content link to a page of the site, by page key. */
const isPageLink = (
  value: Record<string, unknown>,
): value is Record<string, unknown> & { title: string; page: string } =>
  typeof value.page === 'string' && typeof value.title === 'string';

/** Marks a removed value until its list or object drops it. */
const removed = Symbol('left out');

/**
 * Adds the path to every link in a document, and removes links to missing pages from lists and objects. A menu entry
 * without a page is removed too, unless it has subentries: then it links to the first.
 *
 * @param pathOf site path of a page by its key; undefined if it does not exist
 */
export const withoutMissing = <T>(value: T, pathOf: (page: string) => string | undefined): T => {
  const walk = (entry: unknown): unknown => {
    if (Array.isArray(entry)) return entry.map(walk).filter((kept) => kept !== removed);
    if (!isRecord(entry)) return entry;
    const kept = Object.fromEntries(
      Object.entries(entry)
        .map(([key, child]) => [key, walk(child)] as const)
        .filter(([, child]) => child !== removed),
    );
    if (!isPageLink(kept)) return kept;
    const path = pathOf(kept.page);
    if (path !== undefined) return { ...kept, path };
    const below: unknown = Array.isArray(kept.items) ? kept.items[0] : undefined;
    return isRecord(below) && typeof below.path === 'string'
      ? { ...kept, page: below.page, path: below.path }
      : removed;
  };
  const kept = walk(value);
  return (kept === removed ? undefined : kept) as T;
};
