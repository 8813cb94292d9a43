import { useState } from 'react';
import { hasSubject, useSession, useSubjectId } from '../../session/index.ts';

/** What an entry of the history keeps of the lists on its page, and whose lists they are. */
type Kept = { of: string; lists: Record<string, unknown> };

/** What an entry keeps for its owner; nothing of another's. */
export const keptIn = (entry: unknown, of: string): Kept['lists'] => {
  const { kept } = (entry ?? {}) as { kept?: Kept };
  return kept?.of === of ? kept.lists : {};
};

/** An entry that keeps one thing more, with all that the engine keeps there. */
export const keptWith = (entry: unknown, of: string, name: string, value: unknown): object => ({
  ...(entry ?? {}),
  kept: { of, lists: { ...keptIn(entry, of), [name]: value } } satisfies Kept,
});

/** Who owns what a list keeps: the person and the subject (rule HOLD-2). Undefined until the subject is known. */
export const ownerOf = (sub: string, subject: string): string => `${sub} ${subject}`;

export const useOwner = (): string | undefined => {
  const sub = useSession().user?.sub ?? '';
  const subject = useSubjectId();
  return hasSubject() && subject === undefined ? undefined : ownerOf(sub, subject ?? '');
};

/**
 * State of a list that belongs to its place in the history: what it was narrowed to, and its page, are there again when
 * the reader returns from a row or reloads the page. It stays out of the address, because search words of one person
 * concern nobody else, and it belongs to the subject too: a filter names the subject's policies, a cursor the rows.
 */
export const useKept = <Value>(name: string, initial: Value): [Value, (value: Value) => void] => {
  const of = useOwner();
  const read = (otherwise: Value): Value =>
    (of === undefined ? undefined : (keptIn(history.state, of)[name] as Value | undefined)) ?? otherwise;
  const [state, setState] = useState(() => ({ of, value: read(initial) }));
  // Chosen before the subject was known, it is a choice for that subject.
  const current =
    state.of === of ? state : { of, value: read(state.of === undefined ? state.value : initial) };
  if (current !== state) setState(current);
  const keep = (value: Value): void => {
    setState({ of, value });
    if (of === undefined) return;
    try {
      history.replaceState(keptWith(history.state, of, name, value), '');
    } catch {
      // A browser that is asked too often in a row refuses; the list is narrowed all the same.
    }
  };
  return [current.value, keep];
};
