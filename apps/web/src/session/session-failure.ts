import { type AuthError, asAuthError, isRecoverable } from '@hofn/auth-client/errors.ts';
import type { SessionContext } from './session-context.ts';

const reloadKey = 'hofn.session.reloadedAt';
/** At most one reload per this many milliseconds (rule AUTH-12a). */
const minReloadInterval = 10_000;
/** How long to wait for a reload before showing the error that caused it, in milliseconds. */
const reloadTimeout = 5_000;

/** A failed request of the session, with the error code and message if it has none of its own. */
type Failure = { error: unknown; requestedAt: number; code: string; fallback: string };

/** Creates the handler of failed requests: reloads the page once, or shows the error (rule AUTH-12a). */
export const createFailureHandler = ({ parts, flags, setState, signedOut, isOnCallback }: SessionContext) => {
  /** False on the callback page, whose URL works only once, and in a browser that cannot sign in at all. */
  const canReloadHelp = (error: AuthError): boolean => error.code !== 'configuration' && !isOnCallback();

  /**
   * Claims the one reload that rule AUTH-12a allows per interval. The interval is measured from the start of the failed
   * request, not from its end: otherwise a request that times out after 30 s would reload the page for ever. A tab
   * without storage never reloads, for the same reason.
   */
  const claimReload = (requestedAt: number): boolean => {
    try {
      const last = Number(parts.tab.getItem(reloadKey) ?? Number.NEGATIVE_INFINITY);
      if (requestedAt - last < minReloadInterval) return false;
      parts.tab.setItem(reloadKey, String(parts.now()));
      return true;
    } catch {
      return false;
    }
  };

  return ({ error, requestedAt, code, fallback }: Failure): void => {
    if (flags.isLeaving) return;
    const problem = asAuthError(error, code, fallback);
    if (isRecoverable(problem)) {
      signedOut();
      return;
    }
    const showError = (): void => setState({ status: 'unauthenticated', error: problem });
    if (!canReloadHelp(problem) || !claimReload(requestedAt)) {
      showError();
      return;
    }
    // Don't show an error that the reload fixes, unless the user cancels the reload to keep a form.
    flags.isLeaving = true;
    setState({ status: 'authenticating' });
    parts.schedule(() => {
      flags.isLeaving = false;
      showError();
    }, reloadTimeout);
    parts.page.reload();
  };
};
export type HandleFailure = ReturnType<typeof createFailureHandler>;
