/** Storage for the visit. Both methods may throw. */
export type VisitStorage = Pick<Storage, 'getItem' | 'setItem'>;

const refuse = (): never => {
  throw new Error('No storage');
};

/** Session storage; if the browser blocks access to it, a storage whose methods throw. */
export const visitStorage = (): VisitStorage => {
  try {
    return window.sessionStorage;
  } catch {
    return { getItem: refuse, setItem: refuse };
  }
};
