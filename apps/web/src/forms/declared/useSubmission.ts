import type { FormAccepted } from '@hofn/contracts';
import type { FormValues } from '@hofn/domain/forms.ts';
import { useRef, useState } from 'react';
import type { FormDocument } from '../../content/documents.ts';
import type { Language } from '../../engine/types.ts';
import { fillTemplate } from '../fill-text.ts';
import { FormRefused, sendForm } from './send-form.ts';

/** The API's message, in both languages, for a kennitala unknown to the national register (rule INQ-3). */
const ssnNotFound = 'The given SSN was not found';

/** The token of the signed-in customer, by which what they send is listed among their messages. */
export type CustomerToken = () => Promise<string | undefined>;

/** Why a form was not accepted, and its errors by field. */
type Failure = { message: string; isRetryable: boolean; errors: Record<string, readonly string[]> };

/**
 * Whether the API would reject the same form again, so that the next attempt needs a new idempotency key.
 */
const isFinal = (status: number): boolean => status >= 400 && status < 500 && status !== 429;

const failureOf = ({ kind, labels }: FormDocument, refused: FormRefused): Failure => {
  const { status, errors, errorCode, retryAfterSeconds } = refused;
  // Already received, so there is nothing to retry.
  if (errorCode === 'duplicateSubmission')
    return { message: labels.duplicateSubmission, isRetryable: false, errors: {} };
  const { FORM: [first] = [], ...byField } = errors;
  // It says which complaint is being answered.
  if (errorCode === 'complaintOpen' && first !== undefined)
    return { message: first, isRetryable: true, errors: byField };
  if (status === 400 && first === ssnNotFound)
    return {
      message: labels.ssnNotFound,
      isRetryable: true,
      errors: { ...byField, ssn: [labels.ssnNotFound] },
    };
  const retryText =
    status === 429 && retryAfterSeconds
      ? ` ${fillTemplate(labels.tooMany, { minutes: Math.ceil(retryAfterSeconds / 60) })}`
      : '';
  const message = (status === 400 && kind !== 'inquiry' && first) || labels.submitErrorMessage;
  return { message: message + retryText, isRetryable: true, errors: byField };
};

/**
 * Sends a public form and reports why it was not accepted. A retry of the same answers has the same idempotency key
 * (rule FORM-9).
 */
export const useSubmission = (document: FormDocument, language: Language, customerToken?: CustomerToken) => {
  const [failure, setFailure] = useState<Failure>();
  const lastRequest = useRef<{ body: string; key: string }>(undefined);
  const send = async (
    body: FormValues,
    visitToken: string | undefined,
  ): Promise<{ accepted: FormAccepted } | { accepted?: undefined; errors: Failure['errors'] }> => {
    const serialized = JSON.stringify(body);
    if (lastRequest.current?.body !== serialized)
      lastRequest.current = { body: serialized, key: crypto.randomUUID() };
    try {
      const { key } = lastRequest.current;
      // A compliment may be anonymous; a complaint is somebody’s, and about something of theirs.
      const isNamed = document.kind !== 'communication' || body.kind === 'complaint';
      const token = visitToken ?? (isNamed ? await customerToken?.() : undefined);
      return { accepted: await sendForm(document.kind, body, { language, key, token }) };
    } catch (error) {
      const refused = error instanceof FormRefused ? error : new FormRefused(0);
      if (isFinal(refused.status)) lastRequest.current = undefined;
      const newFailure = failureOf(document, refused);
      setFailure(newFailure);
      return { errors: newFailure.errors };
    }
  };
  return { failure, send, clearFailure: () => setFailure(undefined) };
};
