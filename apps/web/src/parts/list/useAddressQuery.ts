import { useEffect, useState } from 'react';
import { useLocation } from '../../engine/index.ts';

/** Shows a filter in the address, which can then be sent to a colleague (rule DESK-1). */
const writeQuery = (query: string): void => {
  if (location.search === query) return;
  try {
    history.replaceState(history.state, '', `${location.pathname}${query}${location.hash}`);
  } catch {
    // Refused: the filter still applies.
  }
};

/**
 * Keeps a filter and the query of the address the same: a change of the filter is written into the address, and a navigation to another
 * address sets the filter.
 * @param query of the current filter, `?state=open`; empty without one
 * @param follow sets the filter that an address names
 */
export const useAddressQuery = (query: string, follow: (search: string) => void): void => {
  const place = useLocation();
  // Each navigation has a place of its own, also one to the address that the last one led to.
  const [followed, setFollowed] = useState(place);
  useEffect(() => {
    if (followed === place) return writeQuery(query);
    setFollowed(place);
    follow(place.search);
  }, [followed, place, query, follow]);
};
