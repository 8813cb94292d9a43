/** A call that waits until the user has confirmed who they are (rule HOLD-12). */
export type IdentityCheck = {
  /** Whether a call waits. */
  isPending(): boolean;
  subscribe(listener: () => void): () => void;
  /** Waits until the user has confirmed who they are, or declined. Calls that wait at the same time share one answer. */
  request(): Promise<boolean>;
  /** Answers the calls that wait. */
  settle(isConfirmed: boolean): void;
};

/** Connects calls that need a recent sign-in with the dialog that asks for one. */
export const createIdentityCheck = (): IdentityCheck => {
  let pending: PromiseWithResolvers<boolean> | undefined;
  const listeners = new Set<() => void>();
  const notify = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    isPending: () => pending !== undefined,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    request: () => {
      // Without a dialog on the page, such as in the staff portal, nobody could answer.
      if (listeners.size === 0) return Promise.resolve(false);
      pending ??= Promise.withResolvers<boolean>();
      notify();
      return pending.promise;
    },
    settle: (isConfirmed) => {
      pending?.resolve(isConfirmed);
      pending = undefined;
      notify();
    },
  };
};
