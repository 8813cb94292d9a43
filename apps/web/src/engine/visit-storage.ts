/** What the engine keeps for a visit. Each use expects that keeping and reading may be refused, by throwing. */
export type VisitStorage = Pick<Storage, 'getItem' | 'setItem'>;

const refuse = (): never => {
  throw new Error('No storage');
};

/** Session storage; where the browser forbids even to name it, one that refuses whatever is asked. */
export const visitStorage = (): VisitStorage => {
  try {
    return window.sessionStorage;
  } catch {
    return { getItem: refuse, setItem: refuse };
  }
};
