/** The most letters that each text of a chat may have. */
export const chatLengths = { name: 100, topic: 200, message: 4000 } as const;

/** Minutes without a word after which a chat asks whether one is still there, and after which it ends. */
export const chatIdle = { warnAfter: 10, endAfter: 15 } as const;

/** How long a side counts as typing after it last said so, in milliseconds. */
export const chatTypingMs = 6_000;
