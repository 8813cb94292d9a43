/** A page that answers more addresses than its own. `matchPath` has `:name` for a segment and may end in `*`. */
export type MatchPath = { path: string; matchPath: string };

const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);

// A fixed segment beats a parameter, which beats the rest of the path; the segment furthest left decides.
const rankOf = (segment: string): number => (segment === '*' ? 0 : segment.startsWith(':') ? 1 : 2);

const moreSpecificFirst = (a: MatchPath, b: MatchPath): number => {
  const left = segmentsOf(a.matchPath);
  const right = segmentsOf(b.matchPath);
  for (let i = 0; i < Math.max(left.length, right.length); i += 1) {
    const difference = (right[i] ? rankOf(right[i] ?? '') : -1) - (left[i] ? rankOf(left[i] ?? '') : -1);
    if (difference !== 0) return difference;
  }
  return 0;
};

/**
 * The values of a match path's parameters in `path`, or undefined where it does not match. `*` stands for any number of
 * segments, none included.
 */
export const matchOne = (matchPath: string, path: string): Record<string, string> | undefined => {
  const pattern = segmentsOf(matchPath);
  const segments = segmentsOf(path);
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    if (part === '*') return { ...params, '*': segments.slice(index).join('/') };
    const segment = segments[index];
    if (segment === undefined) return undefined;
    if (part.startsWith(':')) params[part.slice(1)] = segment;
    else if (part !== segment) return undefined;
  }
  return segments.length === pattern.length ? params : undefined;
};

/**
 * Makes the choice of page for a site path (rule PATH-3): a page whose own path it is, else the page with the most
 * specific match path, else the path itself.
 *
 * A page with a path of its own that some match path would also take stands in the list with that path as its match
 * path; `matchPathsOf` puts it there, so that the browser need not know every page.
 */
export const createMatcher = (matchPaths: readonly MatchPath[]) => {
  const ranked = matchPaths.toSorted(moreSpecificFirst);
  return (path: string): { path: string; params: Record<string, string> } => {
    for (const candidate of ranked) {
      const params = matchOne(candidate.matchPath, path);
      if (params) return { path: candidate.path, params };
    }
    return { path, params: {} };
  };
};

/** The list that `createMatcher` needs for these pages. */
export const matchPathsOf = (pages: readonly { path: string; matchPath?: string }[]): MatchPath[] => {
  const declared = pages.flatMap(({ path, matchPath }) => (matchPath ? [{ path, matchPath }] : []));
  const taken = pages.filter(
    (page) => !page.matchPath && declared.some(({ matchPath }) => matchOne(matchPath, page.path)),
  );
  return [...declared, ...taken.map(({ path }) => ({ path, matchPath: path }))];
};
