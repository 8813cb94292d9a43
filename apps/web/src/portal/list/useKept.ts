import { useState } from 'react';
import { useSession } from '../../session/index.ts';

/** What an entry of the history keeps of the lists on its page, and the person whose lists they are. */
type Kept = { of: string; lists: Record<string, unknown> };

/** What an entry keeps for a person; nothing of another's. */
export const keptIn = (entry: unknown, of: string): Kept['lists'] => {
  const { kept } = (entry ?? {}) as { kept?: Kept };
  return kept?.of === of ? kept.lists : {};
};

/** An entry that keeps one thing more, with all that the engine keeps there. */
export const keptWith = (entry: unknown, of: string, name: string, value: unknown): object => ({
  ...(entry ?? {}),
  kept: { of, lists: { ...keptIn(entry, of), [name]: value } } satisfies Kept,
});

/**
 * State of a list that belongs to its place in the history: what it was narrowed to, and its page, are there again when
 * one comes back from a row, or loads the page anew. It stays out of the address, since what one looks for among one's
 * own is nobody else's, and nobody else who signs in here meets it.
 */
export const useKept = <Value>(name: string, initial: Value): [Value, (value: Value) => void] => {
  const of = useSession().user?.sub ?? '';
  const [value, setValue] = useState(() => (keptIn(history.state, of)[name] as Value | undefined) ?? initial);
  const keep = (next: Value): void => {
    setValue(next);
    try {
      history.replaceState(keptWith(history.state, of, name, next), '');
    } catch {
      // A browser that is asked too often in a row refuses; the list is narrowed all the same.
    }
  };
  return [value, keep];
};
