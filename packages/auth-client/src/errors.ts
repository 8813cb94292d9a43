/**
 * A sign-in error (rule AUTH-16). `code` is for programs, `message` for logs; texts for users come from the catalogues.
 * Codes of the identity provider (`login_required`, `access_denied`, …) are passed through.
 */
export class AuthError extends Error {
  override readonly name = 'AuthError';
  readonly code: string;
  /** The caller's state of a redirect login (rule AUTH-18); set on errors of its callback. */
  readonly appState: unknown;
  /** How far the clock of this device is ahead of the provider's; set with the code `clock_wrong`. */
  readonly clockAheadSeconds: number | undefined;

  constructor(
    code: string,
    message: string,
    options: { cause?: unknown; appState?: unknown; clockAheadSeconds?: number } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.appState = options.appState;
    this.clockAheadSeconds = options.clockAheadSeconds;
  }
}

/** Error codes of silent renewal that an interactive login resolves (rule AUTH-8c). */
const recoverable = new Set([
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
  'access_denied',
]);

/** Whether an interactive login resolves the error; other failures are the service's or the network's. */
export const isRecoverable = (error: unknown): boolean =>
  error instanceof AuthError && recoverable.has(error.code);

/** Error codes that mean the provider or the network did not answer. */
const outages = new Set([
  ...['request_error', 'timeout', 'server_error', 'temporarily_unavailable'],
  // The page's settings could not be fetched, or anything else before the provider was asked.
  'login_failed',
]);

/** Whether the provider or the network did not answer; other failures are refusals, which a retry may not help. */
export const isOutage = ({ code }: AuthError): boolean => outages.has(code);

/** The timeout of a sign-in, lock or frame. */
export const timeoutError = (): AuthError => new AuthError('timeout', 'Timeout');

/** Converts any error to an `AuthError`, with its own message or the fallback of rule AUTH-16. */
export const asAuthError = (error: unknown, code: string, fallback: string): AuthError =>
  error instanceof AuthError
    ? error
    : new AuthError(code, (error instanceof Error && error.message) || fallback, { cause: error });
