/**
 * A signal that aborts with another signal, or after a timeout. Without `AbortSignal.any`, which needs Firefox 124 or
 * Safari 17.4 (docs/decisions/0079-supported-browsers.md).
 */
export const withTimeout = (milliseconds: number, left?: AbortSignal): AbortSignal => {
  const patience = AbortSignal.timeout(milliseconds);
  if (!left) return patience;
  const either = new AbortController();
  for (const signal of [left, patience]) {
    const end = () => either.abort(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  }
  return either.signal;
};
