import type { FormAccepted } from '@hofn/contracts';
import { type FormKind, formKindOf } from '@hofn/domain/form-kinds.ts';
import type { FormValues } from '@hofn/domain/forms.ts';
import type { Language } from '../../engine/types.ts';
import { apiAddress } from '../../session/settings.ts';

/** Thrown when a form is not accepted; `status` is 0 if there was no response. */
export class FormRefused extends Error {
  override name = 'FormRefused';
  readonly status: number;
  /** User-facing messages by field; `FORM` for the form as a whole. */
  readonly errors: Record<string, string[]>;
  /** From the Retry-After header. */
  readonly retryAfterSeconds: number | undefined;
  /** Error code of the contract. */
  readonly errorCode: string | undefined;

  constructor(
    status: number,
    errors: Record<string, string[]> = {},
    retryAfterSeconds?: number,
    { errorCode, cause }: { errorCode?: string | undefined; cause?: unknown } = {},
  ) {
    super(`http response error - status ${status}`, { cause });
    this.status = status;
    this.errors = errors;
    this.retryAfterSeconds = retryAfterSeconds;
    this.errorCode = errorCode;
  }
}

/** A form as a multipart body: list values repeat the name, and rows are JSON (rule FORM-3). */
const multipartOf = (values: FormValues): FormData => {
  const body = new FormData();
  for (const [name, value] of Object.entries(values)) {
    for (const item of [value].flat())
      body.append(name, typeof item === 'string' ? item : JSON.stringify(item));
  }
  return body;
};

/** The response's JSON, or undefined if the body is not JSON. */
export const bodyOf = async (response: Response): Promise<unknown> => {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
};

const errorsIn = (body: unknown): Record<string, string[]> =>
  typeof body === 'object' && body !== null && 'errors' in body
    ? (body.errors as Record<string, string[]>)
    : {};

const errorCodeIn = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'errorCode' in body && typeof body.errorCode === 'string'
    ? body.errorCode
    : undefined;

/** Converts a failed response to an error. */
export const toFormRefused = ({ status, headers }: Response, body: unknown): FormRefused => {
  const retryAfterSeconds = Number(headers.get('Retry-After') ?? Number.NaN);
  return new FormRefused(
    status,
    errorsIn(body),
    Number.isNaN(retryAfterSeconds) ? undefined : retryAfterSeconds,
    {
      errorCode: errorCodeIn(body),
    },
  );
};

const timeoutMs = 30_000;

type Settings = {
  language: Language;
  /** Idempotency key: a retry of the same form reuses the key (rule FORM-9). */
  key: string;
  /** Token that the form's files were uploaded with, or of the signed-in customer who sends it. */
  token?: string | undefined;
};

/**
 * Sends a form to the endpoint of its kind (rules FORM-3 and FORM-12), without loading the session or its API client.
 * @throws FormRefused when it was not accepted, after logging it to the console (rule FORM-2)
 */
export const sendForm = async (
  kind: FormKind,
  values: FormValues,
  { language, key, token }: Settings,
): Promise<FormAccepted> => {
  const { call, multipart } = formKindOf(kind);
  let response: Response;
  try {
    response = await fetch(await apiAddress(`/api/${call}`), {
      method: 'POST',
      body: multipart ? multipartOf(values) : JSON.stringify(values),
      headers: {
        'Accept-Language': language,
        'Idempotency-Key': key,
        // The browser sets the content type of a multipart body, including the boundary.
        ...(!multipart && { 'Content-Type': 'application/json; charset=utf-8' }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (cause) {
    const refused = new FormRefused(0, {}, undefined, { cause });
    console.error(refused.message, cause);
    throw refused;
  }
  const body = await bodyOf(response);
  if (response.ok) return body as FormAccepted;
  const refused = toFormRefused(response, body);
  console.error(refused.message, body);
  throw refused;
};
