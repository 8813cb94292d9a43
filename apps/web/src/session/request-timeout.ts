/**
 * A signal that ends a request when whoever asked has left, or after so many milliseconds. Without `AbortSignal.any`,
 * which Firefox 124 and Safari 17.4 brought (docs/decisions/0079-supported-browsers.md).
 */
export const withPatience = (milliseconds: number, left?: AbortSignal): AbortSignal => {
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
