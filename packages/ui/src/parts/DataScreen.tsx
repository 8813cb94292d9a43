import type { ReactNode } from 'react';
import { DelayedLoading } from './DelayedLoading.tsx';

/** State of a screen's data; `retry` loads it again. */
export type DataState<Data, Failure> =
  | { status: 'loading' }
  | { status: 'failed'; failure: Failure; retry: () => void }
  | { status: 'ready'; data: Data };

type Props<Data, Failure> = {
  state: DataState<Data, Failure>;
  skeleton: ReactNode;
  /** Loading text for screen readers. */
  loadingLabel: string;
  isEmpty: (data: Data) => boolean;
  empty: ReactNode;
  error: (failure: Failure, retry: () => void) => ReactNode;
  children: (data: Data) => ReactNode;
};

/** The four states of a screen with data; the types require all of them (rule UI-5). */
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
      return (
        <DelayedLoading>
          <span className="visually-hidden">{loadingLabel}</span>
          {skeleton}
        </DelayedLoading>
      );
    case 'failed':
      return error(state.failure, state.retry);
    case 'ready':
      return isEmpty(state.data) ? empty : children(state.data);
  }
};
