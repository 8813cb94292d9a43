import type { FormTaken } from '@hofn/contracts';
import { type FormKind, formKindOf } from '@hofn/domain/form-kinds.ts';
import type { FormValues } from '@hofn/domain/forms.ts';
import type { Language } from '../../engine/types.ts';
import { apiAddress } from '../../session/settings.ts';

/** What the service said when it did not take a form; `status` 0 when it said nothing. */
export class FormRefused extends Error {
  override name = 'FormRefused';
  readonly status: number;
  /** Messages for the reader, by field; `FORM` for the whole. */
  readonly errors: Record<string, string[]>;
  /** When it may be tried again. */
  readonly retryAfterSeconds: number | undefined;
  /** The name of what went wrong, by the contract. */
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

/** A form as a multipart body: a list repeats its name, and its rows are JSON (rule FORM-3). */
const multipartOf = (values: FormValues): FormData => {
  const body = new FormData();
  for (const [name, value] of Object.entries(values)) {
    for (const one of [value].flat()) body.append(name, typeof one === 'string' ? one : JSON.stringify(one));
  }
  return body;
};

/** The JSON of an answer; nothing when it is none. */
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

/** What the service said by an answer that is not ok. */
export const refusalOf = ({ status, headers }: Response, body: unknown): FormRefused => {
  const wait = Number(headers.get('Retry-After') ?? Number.NaN);
  return new FormRefused(status, errorsIn(body), Number.isNaN(wait) ? undefined : wait, {
    errorCode: errorCodeIn(body),
  });
};

const patienceMs = 30_000;

type Settings = {
  language: Language;
  /** The same for the same form sent again, so that it is taken once (rule FORM-9). */
  key: string;
  /** The right that its files were sent by. */
  right?: string | undefined;
};

/**
 * Sends a form by the call of its kind (rules FORM-3 and FORM-12). Neither a session nor its client is loaded for it.
 * @throws FormRefused when it was not taken, after a line in the console (rule FORM-2)
 */
export const sendForm = async (
  kind: FormKind,
  values: FormValues,
  { language, key, right }: Settings,
): Promise<FormTaken> => {
  const { call, multipart } = formKindOf(kind);
  let response: Response;
  try {
    response = await fetch(await apiAddress(`/api/${call}`), {
      method: 'POST',
      body: multipart ? multipartOf(values) : JSON.stringify(values),
      headers: {
        'Accept-Language': language,
        'Idempotency-Key': key,
        // A browser writes the type of a multipart body by itself, with what parts it.
        ...(!multipart && { 'Content-Type': 'application/json; charset=utf-8' }),
        ...(right !== undefined && { Authorization: `Bearer ${right}` }),
      },
      signal: AbortSignal.timeout(patienceMs),
    });
  } catch (cause) {
    const refused = new FormRefused(0, {}, undefined, { cause });
    console.error(refused.message, cause);
    throw refused;
  }
  const body = await bodyOf(response);
  if (response.ok) return body as FormTaken;
  const refused = refusalOf(response, body);
  console.error(refused.message, body);
  throw refused;
};
