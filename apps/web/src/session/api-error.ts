import type { Problem } from '@hofn/contracts';

type Fields = Partial<Problem> & { status: number; errorCode: string; body?: unknown };

/**
 * The error that every failed call throws. `errorCode` is the key of the user's text in the category `errorCode` (rule
 * LANG-5); `errors` is by field; `body` is the unmodified response body, for display (rule AUTH-12d). The status is 0 if
 * the service could not be reached.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly errorCode: string;
  readonly errors: Record<string, string[]>;
  readonly requestId: string | undefined;
  readonly body: unknown;

  constructor(fields: Fields, options?: ErrorOptions) {
    super(fields.message ?? fields.errorCode, options);
    this.status = fields.status;
    this.errorCode = fields.errorCode;
    this.errors = fields.errors ?? {};
    this.requestId = fields.requestId;
    this.body = fields.body;
  }
}

/** The error of a request without a response: the browser is offline, or the service is down. */
export const unreachable = (cause: unknown): ApiError => {
  const errorCode =
    typeof navigator !== 'undefined' && navigator.onLine === false ? 'offline' : 'unavailable';
  return new ApiError({ status: 0, errorCode, message: 'The service did not answer' }, { cause });
};

/** The error of a failed call: whatever else it threw, no response arrived. */
export const asApiError = (thrown: unknown): ApiError =>
  thrown instanceof ApiError ? thrown : unreachable(thrown);

/** Whether a retry may succeed, because the failure was not about the request: no response, rate limit, server error. */
export const canRetry = ({ status }: ApiError): boolean => status === 0 || status === 429 || status >= 500;

/** The error of a response that is not ok, whether from the API or from a proxy in front of it. */
export const readProblem = (status: number, text: string): ApiError => {
  const content = parse(text);
  const problem: Partial<Problem> = typeof content === 'object' && content !== null ? content : {};
  // AUTH-12c: a refused origin has its own text, whatever the response's code.
  const errorCode = status === 403 && problem.type === 'cors' ? 'cors' : problem.errorCode;
  return new ApiError({ ...problem, status, errorCode: errorCode ?? codeOf(status), body: content });
};

const codeOf = (status: number): string => {
  if (status === 401) return 'unauthenticated';
  if (status === 404) return 'notFound';
  return status === 502 || status === 503 || status === 504 ? 'unavailable' : 'unknownError';
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
