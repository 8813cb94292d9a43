import { type MatchPath, matchOne, segmentsOf } from '../src/engine/match.ts';

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
 * The list that `createMatcher` chooses from, in the order of rule PATH-3: the more specific match path first. A page
 * with a path of its own that some match path would also take stands in the list with that path as its match path, so
 * that the browser need not know every page.
 */
export const matchPathsOf = (pages: readonly { path: string; matchPath?: string }[]): MatchPath[] => {
  const declared = pages.flatMap(({ path, matchPath }) => (matchPath ? [{ path, matchPath }] : []));
  const taken = pages.filter(
    (page) => !page.matchPath && declared.some(({ matchPath }) => matchOne(matchPath, page.path)),
  );
  // These first: each takes its own path alone, which no match path may take from it.
  return [...taken.map(({ path }) => ({ path, matchPath: path })), ...declared.toSorted(moreSpecificFirst)];
};
