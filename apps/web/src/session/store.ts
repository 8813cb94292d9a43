/** A state with subscribers, as `useSyncExternalStore` reads it. */
export type Store<State> = {
  state(): State;
  subscribe(listener: () => void): () => void;
  set(state: State): void;
};

export const createStore = <State>(initial: State): Store<State> => {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set: (next) => {
      state = next;
      for (const listener of listeners) listener();
    },
  };
};
