import type { ErrorCode } from '@hofn/contracts';

/** What is wrong, by field path; `FORM` for the whole. Each text is for the reader, in their language. */
export type FieldErrors = Record<string, string[]>;

/**
 * The one error that the service raises on purpose: a code of `errorCodes`, which decides status and text.
 * Any other error is a fault of ours, answered as `unknownError`.
 */
export class Fault extends Error {
  override name = 'Fault';
  readonly code: ErrorCode;
  /** `type` of the answer where it is not the code: `cors`. */
  readonly kind: string;
  readonly retryAfterSeconds: number | undefined;
  /** Fields at fault: path and why, as a key of the texts under `field`. */
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

/** A field and what is wrong with it, as a key of the category `field` and its values. */
export type FieldFault = {
  path: string;
  reason: string;
  params?: Record<string, string | number>;
  /** Words that a program reads, the same in every language, in place of the reason's. */
  literal?: string;
};
