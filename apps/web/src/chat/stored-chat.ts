/** What a tab keeps of its chat, so that a reload goes on with it. Nothing of what was said is in it but what is not sent yet. */
export type KeptChat = {
  /** The secret by which the tab comes back to its chat. */
  session: string;
  /** Whether a signed-in customer began it: it is then not gone on with by whoever is not signed in. */
  customer: boolean;
  /** Whether it was open on the screen. */
  open: boolean;
  /** The last message that was on the screen. */
  seen: number;
  /** What was written and is not confirmed, in order. */
  pending: { key: string; text: string }[];
};

/** In session storage: it is gone with the tab. */
export const keptName = 'hofn.chat';

/** How keys begin that other chats of this kind have left in local storage; ours writes none of them. */
const strangers = ['snapinsPage_', 'snapinsPageTime_', 'snapinsPc', 'snapinsStart'];

const isKept = (value: unknown): value is KeptChat => {
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

/** What is kept in this tab, if anything that can be read. */
export const readKept = (tab: Pick<Storage, 'getItem'>): KeptChat | undefined => {
  try {
    const value: unknown = JSON.parse(tab.getItem(keptName) ?? 'null');
    return isKept(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Keeps it, where storage is allowed and has room: the chat goes on without, but not over a reload. */
export const writeKept = (tab: Pick<Storage, 'setItem'>, kept: KeptChat): void => {
  try {
    tab.setItem(keptName, JSON.stringify(kept));
  } catch {
    // Forbidden or full.
  }
};

/**
 * Clears chat from this browser (rule HELP-8): the tab's own, and every key in local storage that a chat of another make
 * has left. No other key is touched.
 */
export const clearChat = (
  local: () => Storage = () => localStorage,
  tab: () => Pick<Storage, 'removeItem'> = () => sessionStorage,
): void => {
  try {
    tab().removeItem(keptName);
    const store = local();
    const keys = Array.from({ length: store.length }, (_, at) => store.key(at) ?? '');
    for (const key of keys) if (strangers.some((start) => key.startsWith(start))) store.removeItem(key);
  } catch {
    // Storage is forbidden: then nothing is in it.
  }
};
