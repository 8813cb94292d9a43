import { useState } from 'react';
import { hasSubject, useSession, useSubjectId } from '../../session/index.ts';

/** State of the lists on a page, stored in its history entry, and its owner. */
type ListStates = { owner: string; lists: Record<string, unknown> };

/** The list states that a history entry stores for this owner. */
export const readListStates = (entry: unknown, owner: string): ListStates['lists'] => {
  const { kept } = (entry ?? {}) as { kept?: ListStates };
  return kept?.owner === owner ? kept.lists : {};
};

/** A copy of a history entry with one list's state set; preserves the engine's own fields. */
export const withListState = (entry: unknown, owner: string, name: string, value: unknown): object => ({
  ...(entry ?? {}),
  kept: { owner, lists: { ...readListStates(entry, owner), [name]: value } } satisfies ListStates,
});

/** How long a burst of changes lasts, such as typing: it is written when it begins and when it has paused. */
const pauseMs = 300;

const keyOf = (entry: unknown): unknown => (entry as { key?: unknown } | null)?.key;

let unwritten: { key: unknown; owner: string; lists: ListStates['lists'] } | undefined;
let burst: ReturnType<typeof setTimeout> | undefined;

const write = (): void => {
  const changes = unwritten;
  unwritten = undefined;
  // The user may be on another entry by now.
  if (!changes || keyOf(history.state) !== changes.key) return;
  let entry: unknown = history.state;
  for (const [name, value] of Object.entries(changes.lists))
    entry = withListState(entry, changes.owner, name, value);
  try {
    history.replaceState(entry, '');
  } catch {
    // Refused: the filter still applies.
  }
};

/**
 * Writes list states to the history entry, all changes of a moment at once and not for every letter typed: Safari refuses
 * more than a hundred entries in half a minute, and those of links count too.
 */
const writeSoon = (owner: string, name: string, value: unknown): void => {
  const key = keyOf(history.state);
  const isSame = unwritten?.key === key && unwritten?.owner === owner;
  unwritten = { key, owner, lists: { ...(isSame && unwritten?.lists), [name]: value } };
  if (burst === undefined) queueMicrotask(write);
  clearTimeout(burst);
  burst = setTimeout(() => {
    burst = undefined;
    write();
  }, pauseMs);
};

/** The list states of the entry on the screen, for the state of a navigation whose page goes on with the same lists. */
export const keptLists = (): { kept?: unknown } => {
  write();
  const { kept } = (history.state ?? {}) as { kept?: unknown };
  return kept === undefined ? {} : { kept };
};

/** Owner of a list state: the user and the subject (rule HOLD-2). Undefined until the subject is known. */
export const ownerOf = (sub: string, subject: string): string => `${sub} ${subject}`;

export const useOwner = (): string | undefined => {
  const sub = useSession().user?.sub ?? '';
  const subject = useSubjectId();
  return hasSubject() && subject === undefined ? undefined : ownerOf(sub, subject ?? '');
};

/**
 * State of a list (filters, page), stored in the history entry so that it survives Back and reload. Not in the
 * URL, which may be shared. Stored per subject, since filters and cursors refer to the subject's own data.
 */
export const useHistoryState = <Value>(name: string, initial: Value): [Value, (value: Value) => void] => {
  const owner = useOwner();
  const read = (fallback: Value): Value =>
    (owner === undefined ? undefined : (readListStates(history.state, owner)[name] as Value | undefined)) ??
    fallback;
  const [state, setState] = useState(() => ({ owner, value: read(initial) }));
  // A filter set before the subject was known applies to that subject.
  const current =
    state.owner === owner ? state : { owner, value: read(state.owner === undefined ? state.value : initial) };
  if (current !== state) setState(current);
  const set = (value: Value): void => {
    setState({ owner, value });
    if (owner !== undefined) writeSoon(owner, name, value);
  };
  return [current.value, set];
};
