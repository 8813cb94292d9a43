const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A link of content to a page of ours: it has a title and names the page by its key. */
const isPageLink = (
  value: Record<string, unknown>,
): value is Record<string, unknown> & { title: string; page: string } =>
  typeof value.page === 'string' && typeof value.title === 'string';

/** Stands for what was left out, until the list or record around it has dropped it. */
const gone = Symbol('left out');

/**
 * Gives every link in a document the path of its page, and leaves out every link to a page that is not made: as an
 * entry of a list it is gone, as a property it is absent. A menu entry goes too when its page is not made, unless
 * entries below it stay: then it leads where the first of them does.
 *
 * @param pathOf the site path of a page by its key, undefined for one that is not made
 */
export const withoutMissing = <T>(value: T, pathOf: (page: string) => string | undefined): T => {
  const walk = (entry: unknown): unknown => {
    if (Array.isArray(entry)) return entry.map(walk).filter((kept) => kept !== gone);
    if (!isRecord(entry)) return entry;
    const kept = Object.fromEntries(
      Object.entries(entry)
        .map(([key, child]) => [key, walk(child)] as const)
        .filter(([, child]) => child !== gone),
    );
    if (!isPageLink(kept)) return kept;
    const path = pathOf(kept.page);
    if (path !== undefined) return { ...kept, path };
    const below: unknown = Array.isArray(kept.items) ? kept.items[0] : undefined;
    return isRecord(below) && typeof below.path === 'string'
      ? { ...kept, page: below.page, path: below.path }
      : gone;
  };
  const kept = walk(value);
  return (kept === gone ? undefined : kept) as T;
};
