/** A tab's chat, stored so that a reload can resume it. Contains no messages but unsent ones. */
export type StoredChat = {
  /** Secret that the tab resumes its chat with. */
  session: string;
  /** Whether a signed-in customer started it; it is not resumed when nobody is signed in. */
  customer: boolean;
  /** Whether the window was open. */
  open: boolean;
  /** Sequence number of the last message shown. */
  seen: number;
  /** Unconfirmed messages, in order. */
  pending: { key: string; text: string }[];
};

/** Key in session storage, which ends with the tab. */
export const chatStorageKey = 'hofn.chat';

/** Prefixes of keys that third-party chats have left in local storage; ours writes none of them. */
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

/** The chat stored in this tab, if it is readable. */
export const readStoredChat = (tab: Pick<Storage, 'getItem'>): StoredChat | undefined => {
  try {
    const value: unknown = JSON.parse(tab.getItem(chatStorageKey) ?? 'null');
    return isStoredChat(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Stores the chat if storage is allowed and has room; without it a reload loses the chat. */
export const writeStoredChat = (tab: Pick<Storage, 'setItem'>, chat: StoredChat): void => {
  try {
    tab.setItem(chatStorageKey, JSON.stringify(chat));
  } catch {
    // Denied or full.
  }
};

/**
 * Removes chat data from this browser (rule HELP-8): the tab's own, and every key in local storage left by
 * third-party chats. Other keys are not touched.
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
    // Storage is denied, so it contains nothing.
  }
};
