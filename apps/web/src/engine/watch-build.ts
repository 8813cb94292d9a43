/**
 * Runs `check` when the server may have a new build: after a new service worker, which every build has, and when a
 * hidden document becomes visible (rule HOLD-21).
 */
export const watchBuild = (check: () => void): void => {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check();
  });
  try {
    navigator.serviceWorker?.addEventListener('controllerchange', check);
  } catch {
    // Some browsers throw if storage is blocked.
  }
};
