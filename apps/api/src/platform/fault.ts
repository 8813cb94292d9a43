import type { ErrorCode } from '@hofn/contracts';

/** Error messages by field path, in the reader's language; `FORM` for the whole body. */
export type FieldErrors = Record<string, string[]>;

/**
 * The only error that the service raises on purpose: a code of `errorCodes`, which decides status and text. Any other
 * error is a bug, answered as `unknownError`.
 */
export class Fault extends Error {
  override name = 'Fault';
  readonly code: ErrorCode;
  /** `type` of the response where it differs from the code: `cors`. */
  readonly kind: string;
  readonly retryAfterSeconds: number | undefined;
  /** Invalid fields: path and reason, a text key under `field`. */
  readonly fields: ReadonlyArray<FieldFault>;

  constructor(
    code: ErrorCode,
    options: {
      kind?: 'cors';
      retryAfterSeconds?: number;
      fields?: readonly FieldFault[];
      cause?: unknown;
    } = {},
  ) {
    super(code, { cause: options.cause });
    this.code = code;
    this.kind = options.kind ?? code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.fields = options.fields ?? [];
  }
}

/** An invalid field and its reason, a text key of the category `field` with its parameters. */
export type FieldFault = {
  path: string;
  reason: string;
  params?: Record<string, string | number>;
  /** Message for programs, the same in every language, instead of the reason's text. */
  literal?: string;
};

/** Seconds after which a client may ask again for a price, when an operator has to load reference data first. */
const pricesRetrySeconds = 300;

/** @param reason for the log: which reference data is not in the database */
export const pricesUnavailable = (reason: string): Fault =>
  new Fault('pricesUnavailable', { retryAfterSeconds: pricesRetrySeconds, cause: new Error(reason) });
