/** A page that serves many addresses. `matchPath` has `:name` for a segment and may end in `*`. */
export type MatchPath = { path: string; matchPath: string };

/** The segments of a path. */
export const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);

/**
 * The parameters of a match path in `path`, or undefined if it does not match. `*` matches any number of segments,
 * including none.
 */
export const matchParams = (matchPath: string, path: string): Record<string, string> | undefined => {
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
 * Finds the page for a site path: the first match path that matches, otherwise the path itself. `matchPathsOf` orders
 * the list as rule PATH-3 requires.
 */
export const createMatcher =
  (matchPaths: readonly MatchPath[]) =>
  (path: string): { path: string; params: Record<string, string> } => {
    for (const candidate of matchPaths) {
      const params = matchParams(candidate.matchPath, path);
      if (params) return { path: candidate.path, params };
    }
    return { path, params: {} };
  };
