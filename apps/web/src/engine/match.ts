/** A page that answers more addresses than its own. `matchPath` has `:name` for a segment and may end in `*`. */
export type MatchPath = { path: string; matchPath: string };

/** The segments of a path. */
export const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);

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
 * Makes the choice of page for a site path: the first of the list that matches it, else the path itself. `matchPathsOf`
 * makes the list so that this is rule PATH-3.
 */
export const createMatcher =
  (matchPaths: readonly MatchPath[]) =>
  (path: string): { path: string; params: Record<string, string> } => {
    for (const candidate of matchPaths) {
      const params = matchOne(candidate.matchPath, path);
      if (params) return { path: candidate.path, params };
    }
    return { path, params: {} };
  };
