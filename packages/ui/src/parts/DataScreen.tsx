import { type ReactNode, useEffect, useState } from 'react';

/** Where the data of a screen is. `failed` carries what went wrong; `retry` asks again. */
export type DataState<Data, Failure> =
  | { status: 'loading' }
  | { status: 'failed'; failure: Failure; retry: () => void }
  | { status: 'ready'; data: Data };

/** Shown at once, a skeleton would only flash in front of an answer that is nearly there. */
export const skeletonAfterMs = 300;

type Props<Data, Failure> = {
  state: DataState<Data, Failure>;
  skeleton: ReactNode;
  /** What is on its way, in words, for screen readers. */
  loadingLabel: string;
  isEmpty: (data: Data) => boolean;
  empty: ReactNode;
  error: (failure: Failure, retry: () => void) => ReactNode;
  children: (data: Data) => ReactNode;
};

const Waiting = ({ label, children }: { label: string; children: ReactNode }) => {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), skeletonAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" data-state="loading">
      {late && <span className="visually-hidden">{label}</span>}
      {late && children}
    </div>
  );
};

/** The four states of every screen with data; a screen that lacks one does not compile (rule UI-5). */
export const DataScreen = <Data, Failure>({
  state,
  skeleton,
  loadingLabel,
  isEmpty,
  empty,
  error,
  children,
}: Props<Data, Failure>) => {
  switch (state.status) {
    case 'loading':
      return <Waiting label={loadingLabel}>{skeleton}</Waiting>;
    case 'failed':
      return error(state.failure, state.retry);
    case 'ready':
      return isEmpty(state.data) ? empty : children(state.data);
  }
};
