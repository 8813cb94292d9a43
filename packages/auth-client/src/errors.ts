/**
 * An error of the sign-in (rule AUTH-16). `code` is for programs, `message` for logs; the text a reader sees comes
 * from the catalogues. Codes of the identity provider (`login_required`, `access_denied`, …) are passed on as they are.
 */
export class AuthError extends Error {
  override readonly name = 'AuthError';
  readonly code: string;
  /** What the caller asked to have returned by a redirect login (rule AUTH-18); set on errors of its callback. */
  readonly appState: unknown;

  constructor(code: string, message: string, options: { cause?: unknown; appState?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.appState = options.appState;
  }
}

/** Answers of the provider to silent renewal that a person mends by signing in (rule AUTH-8c). */
const recoverable = new Set([
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
  'access_denied',
]);

/** Whether interactive login mends the error; any other failure is the service's or the network's. */
export const isRecoverable = (error: unknown): boolean =>
  error instanceof AuthError && recoverable.has(error.code);

/** A wait that has lasted too long: sign-in, lock or frame. */
export const timeoutError = (): AuthError => new AuthError('timeout', 'Timeout');

/** Any failure as an `AuthError`: its own message where it has one, else the fallback of rule AUTH-16. */
export const asAuthError = (error: unknown, code: string, fallback: string): AuthError =>
  error instanceof AuthError
    ? error
    : new AuthError(code, (error instanceof Error && error.message) || fallback, { cause: error });
