/** Maximum number of characters of each text in a chat. */
export const chatLengths = { name: 100, topic: 200, message: 4000 } as const;

/** Minutes without a message before the chat asks whether the visitor is still there, and before it ends. */
export const chatIdle = { warnAfter: 10, endAfter: 15 } as const;

/** Milliseconds a side counts as typing after its last typing event. */
export const chatTypingMs = 6_000;
