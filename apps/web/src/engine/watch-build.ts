/**
 * Runs `check` when the server may have another build: a new service worker comes with each, and a document that was out
 * of sight may be old (rule HOLD-21).
 */
export const watchBuild = (check: () => void): void => {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check();
  });
  try {
    navigator.serviceWorker?.addEventListener('controllerchange', check);
  } catch {
    // Some browsers throw where storage is forbidden.
  }
};
