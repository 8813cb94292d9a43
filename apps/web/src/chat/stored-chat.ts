/** A tab's chat, stored so that a reload can resume it. Of the messages, only unconfirmed ones are stored. */
export type StoredChat = {
  /** Secret that resumes the chat. */
  session: string;
  /** Whether a signed-in customer started the chat; it is then resumed only while signed in. */
  customer: boolean;
  /** Whether the window was open. */
  open: boolean;
  /** Sequence number of the last message shown. */
  seen: number;
  /** Unconfirmed messages, in order. */
  pending: { key: string; text: string }[];
};

/** Key in session storage, which is cleared when the tab closes. */
export const chatStorageKey = 'hofn.chat';

/** Prefixes of keys that third-party chat widgets have left in local storage; our widget writes none of them. */
const foreignKeyPrefixes = ['snapinsPage_', 'snapinsPageTime_', 'snapinsPc', 'snapinsStart'];

const isStoredChat = (value: unknown): value is StoredChat => {
  if (typeof value !== 'object' || value === null) return false;
  const { session, customer, open, seen, pending } = value as Record<string, unknown>;
  return (
    typeof session === 'string' &&
    typeof customer === 'boolean' &&
    typeof open === 'boolean' &&
    typeof seen === 'number' &&
    Array.isArray(pending)
  );
};

/** Reads the tab's stored chat; undefined if missing or unreadable. */
export const readStoredChat = (tab: Pick<Storage, 'getItem'>): StoredChat | undefined => {
  try {
    const value: unknown = JSON.parse(tab.getItem(chatStorageKey) ?? 'null');
    return isStoredChat(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Stores the chat; if storage is denied or full, a reload loses the chat. */
export const writeStoredChat = (tab: Pick<Storage, 'setItem'>, chat: StoredChat): void => {
  try {
    tab.setItem(chatStorageKey, JSON.stringify(chat));
  } catch {
    // Denied or full.
  }
};

/**
 * Removes chat data from this browser (rule HELP-8): the tab's stored chat, and the keys of third-party chat
 * widgets in local storage. Other keys are kept.
 */
export const clearChat = (
  local: () => Storage = () => localStorage,
  tab: () => Pick<Storage, 'removeItem'> = () => sessionStorage,
): void => {
  try {
    tab().removeItem(chatStorageKey);
    const store = local();
    const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');
    for (const key of keys)
      if (foreignKeyPrefixes.some((prefix) => key.startsWith(prefix))) store.removeItem(key);
  } catch {
    // Storage is denied, so there is nothing to remove.
  }
};
