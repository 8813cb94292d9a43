import { type MatchPath, matchParams, segmentsOf } from '../src/engine/match.ts';

// Precedence: fixed segment, parameter, `*`. The leftmost difference decides.
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
 * The list for `createMatcher`, in the order of rule PATH-3: more specific match paths first. A page whose fixed path
 * would match another page's match path is listed too, so that the browser does not need the list of all pages.
 */
export const matchPathsOf = (pages: readonly { path: string; matchPath?: string }[]): MatchPath[] => {
  const declared = pages.flatMap(({ path, matchPath }) => (matchPath ? [{ path, matchPath }] : []));
  const taken = pages.filter(
    (page) => !page.matchPath && declared.some(({ matchPath }) => matchParams(matchPath, page.path)),
  );
  // Fixed paths first: they match only themselves, and take precedence over match paths.
  return [...taken.map(({ path }) => ({ path, matchPath: path })), ...declared.toSorted(moreSpecificFirst)];
};
