import { hashKey } from '@tanstack/react-query';
import { ApiError, canRetry } from '../../session/api-error.ts';

/** A draft as it is stored: the version that a save has to name, and when it was changed. */
export type StoredDraft<Content, Version> = { content: Content; version: Version; changedAt?: string };

/** What has become of the text on the screen. `conflict`: another window or device has stored `newer` since. */
export type DraftState<Content> =
  | { state: 'saved'; at?: string }
  | { state: 'saving' | 'failed' }
  | { state: 'conflict'; newer: Content; at?: string };

type Options<Content, Version> = {
  stored: StoredDraft<Content, Version>;
  /** Stores the content in place of the given version. @throws ApiError `draftChanged` when that is not the stored one */
  save: (
    content: Content,
    version: Version,
    options: { keepalive: boolean },
  ) => Promise<Omit<StoredDraft<Content, Version>, 'content'>>;
  read: () => Promise<StoredDraft<Content, Version>>;
  /** Whether there is nothing to store: such content is not sent while nothing is stored either. */
  isNothing?: (stored: { content: Content; version: Version }) => boolean;
  /** How long typing has to pause before it is saved. */
  pauseMs: (content: Content, saved: Content) => number;
};

export type DraftSaver<Content, Version> = ReturnType<typeof createDraftSaver<Content, Version>>;

/** A save does not wait for a pause longer than this. */
const longestPauseMs = 5000;
const retryMs = 10_000;

const areSame = (a: unknown, b: unknown): boolean => hashKey([a]) === hashKey([b]);

/** Whether the same save may succeed later: not one that was refused, such as of a case that has been deleted. */
const mayRepeat = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 401 || canRetry(error);

/** Stores a draft once. @returns what is stored now, or the newer draft that was not overwritten */
const storeDraft = async <Content, Version>(
  options: Options<Content, Version>,
  { content, version }: { content: Content; version: Version },
  keepalive: boolean,
): Promise<{ saved: StoredDraft<Content, Version> } | { newer: StoredDraft<Content, Version> }> => {
  if (options.isNothing?.({ content, version })) return { saved: { content, version } };
  try {
    return { saved: { content, ...(await options.save(content, version, { keepalive })) } };
  } catch (error) {
    if (!(error instanceof ApiError && error.errorCode === 'draftChanged')) throw error;
    const stored = await options.read();
    // An earlier save has arrived although its response was lost, or the draft was sent or deleted elsewhere: nothing is lost
    // by saving again.
    if (areSame(stored.content, content) || options.isNothing?.(stored)) return { saved: stored };
    return { newer: stored };
  }
};

/**
 * Stores a draft while it is typed: one save at a time, each in place of the version that was last seen, so that nothing is
 * overwritten unseen (rules DESK-4, DATA-9). A failed save is repeated, unless it was refused.
 */
export const createDraftSaver = <Content, Version>(options: Options<Content, Version>) => {
  let { content, version, changedAt } = options.stored;
  let saved = content;
  let newer: StoredDraft<Content, Version> | undefined;
  let hasFailed = false;
  let isEnding = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unsavedSince: number | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  const listeners = new Set<() => void>();
  let state: DraftState<Content>;

  const isDirty = (): boolean => !areSame(content, saved);
  const setSaved = (stored: StoredDraft<Content, Version>): void => {
    saved = stored.content;
    version = stored.version;
    changedAt = stored.changedAt;
    hasFailed = false;
    unsavedSince = undefined;
  };
  const stateNow = (): DraftState<Content> => {
    const at = changedAt !== undefined && { at: changedAt };
    if (newer)
      return { state: 'conflict', newer: newer.content, ...(newer.changedAt && { at: newer.changedAt }) };
    if (!isDirty()) return { state: 'saved', ...at };
    return { state: hasFailed ? 'failed' : 'saving' };
  };
  const publish = (): void => {
    const next = stateNow();
    if (areSame(next, state)) return;
    state = next;
    for (const listener of listeners) listener();
  };
  const schedule = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), ms);
  };

  const saveNow = async (keepalive: boolean): Promise<boolean> => {
    while (!isEnding && !newer && isDirty()) {
      hasFailed = false;
      publish();
      try {
        const result = await storeDraft(options, { content, version }, keepalive);
        if ('newer' in result) newer = result.newer;
        else setSaved(result.saved);
      } catch (error) {
        hasFailed = true;
        // Otherwise it would be sent every few seconds for as long as the page is open. The next change tries again.
        if (mayRepeat(error)) schedule(retryMs);
        break;
      }
    }
    publish();
    return !isDirty();
  };

  /** Saves at once. Resolves to whether everything is saved. */
  const save = ({ keepalive = false } = {}): Promise<boolean> => {
    clearTimeout(timer);
    const saving = queue.then(() => saveNow(keepalive));
    queue = saving;
    return saving;
  };

  state = stateNow();
  return {
    state: (): DraftState<Content> => state,
    /** The stored version that the screen has seen. */
    version: (): Version => version,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** The content as it is on the screen now. */
    change: (next: Content): void => {
      if (areSame(next, content)) return;
      content = next;
      if (newer && areSame(newer.content, content)) {
        setSaved(newer);
        newer = undefined;
      }
      if (isDirty() && !newer && !isEnding) {
        unsavedSince ??= Date.now();
        const longest = unsavedSince + longestPauseMs - Date.now();
        schedule(Math.max(0, Math.min(options.pauseMs(content, saved), longest)));
      }
      publish();
    },
    save,
    /**
     * Sends or discards the draft: nothing is saved meanwhile. If that succeeds, the draft has been deleted on the server,
     * and a later change is a new draft.
     * @param none the version of a draft that is not stored
     */
    end: async (act: () => Promise<boolean>, none: Version): Promise<boolean> => {
      isEnding = true;
      clearTimeout(timer);
      await queue;
      let isEnded = false;
      try {
        isEnded = await act();
        if (isEnded) setSaved({ content, version: none });
      } finally {
        isEnding = false;
        if (!isEnded) void save();
        publish();
      }
      return isEnded;
    },
    /** Looks for a newer draft, after a send was refused because of one. */
    check: async (): Promise<void> => {
      try {
        const stored = await options.read();
        if (areSame(stored.content, content)) setSaved(stored);
        else if (!areSame(stored.version, version)) newer = stored;
      } catch {
        // The refusal is on the screen, and the next save finds the newer draft.
      }
      publish();
    },
    /** In a conflict: stores what is on the screen in place of the newer draft. */
    keepMine: (): Promise<boolean> => {
      if (newer) setSaved(newer);
      newer = undefined;
      return save();
    },
    /** In a conflict: continues with the newer draft, which the caller shows. */
    takeNewer: (): Content => {
      if (newer) {
        setSaved(newer);
        content = newer.content;
      }
      newer = undefined;
      publish();
      return content;
    },
    stop: (): void => clearTimeout(timer),
  };
};
