import type { FormAccepted } from '@hofn/contracts';
import type { KennitalaSettings } from '@hofn/domain';
import { formKindOf } from '@hofn/domain/form-kinds.ts';
import {
  emptyForm,
  type FormFault,
  type FormField,
  type FormRow,
  type FormValues,
  formFaults,
  rowsIn,
  visibleFieldsOf,
} from '@hofn/domain/forms.ts';
import { dayOfInstant } from '@hofn/texts/format.ts';
import { useRef, useState } from 'react';
import type { FormDocument } from '../../content/documents.ts';
import type { Language } from '../../engine/types.ts';
import { apiAddress } from '../../session/settings.ts';
import { fillTemplate } from '../fill-text.ts';
import { useDeferUntilPointerUp } from '../useDeferUntilPointerUp.ts';
import { lateDayError } from './late-day.ts';
import { FormRefused, sendForm } from './send-form.ts';

/** A form's uploads and the token that they were uploaded with. */
export type SentFiles = { ids: readonly string[]; isSettled: boolean; visitToken: string | undefined };

/** The API's message, in both languages, for a kennitala unknown to the national register (rule INQ-3). */
const ssnNotFound = 'The given SSN was not found';

/** Accepts any well-formed kennitala; the API decides about check digits and test ids. */
const lenientKennitala: KennitalaSettings = { checkDigit: 'off', allowTestIds: true };

const fetchKennitalaSettings = async (): Promise<KennitalaSettings> => {
  const answer = await fetch(await apiAddress('/api/contentConfig/v1/general'));
  if (!answer.ok) return lenientKennitala;
  return ((await answer.json()) as { kennitala: KennitalaSettings }).kennitala;
};

/** Maps validation reasons to text keys where the names differ. */
const labelKeys: Record<string, string> = {
  required: 'requiredField',
  email: 'invalidEmail',
  ssn: 'invalidSsn',
};

/** Key of a field's texts, without row indexes, because all rows share the same texts. */
export const textsName = (path: string): string => path.replaceAll(/\.\d+/g, '');

/** Values to send: only the answers to visible questions. */
const answersOf = (fields: readonly FormField[], values: FormValues): FormValues =>
  Object.fromEntries(
    visibleFieldsOf(fields, values).map(
      ({ name, type, fields: inner = [] }): [string, FormValues[string]] => [
        name,
        type === 'list'
          ? rowsIn(values, name).map((row) => answersOf(inner, row) as FormRow)
          : (values[name] ?? ''),
      ],
    ),
  );

/**
 * Whether the API would reject the same form again, so that the next attempt needs a new idempotency key.
 */
const isFinal = (status: number): boolean => status >= 400 && status < 500 && status !== 429;

type State = 'editing' | 'sending' | 'failed';

/**
 * State of a public form: input, errors and submission. A field shows its error after blur or submit (rule
 * FORM-5). While sending, the form ignores further submits and keeps its input (rule FORM-1).
 */
export const useDeclaredForm = (
  { kind, fields: fieldTexts, labels }: FormDocument,
  { language, onTaken }: { language: Language; onTaken: (taken: FormAccepted, values: FormValues) => void },
) => {
  const { fields } = formKindOf(kind);
  const [values, setValues] = useState<FormValues>(() => emptyForm(fields));
  const [website, setWebsite] = useState('');
  const [files, setFiles] = useState<SentFiles>({ ids: [], isSettled: true, visitToken: undefined });
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State>('editing');
  const [serverErrors, setServerErrors] = useState<Record<string, string>>({});
  const [message, setMessage] = useState('');
  const kennitala = useRef(lenientKennitala);
  const isKennitalaRequested = useRef(false);
  const isSending = useRef(false);
  const lastRequest = useRef<{ body: string; key: string }>(undefined);
  const deferUntilPointerUp = useDeferUntilPointerUp();

  const allValues: FormValues = 'files' in values ? { ...values, files: files.ids } : values;
  const faults: FormFault[] = formFaults(fields, allValues, {
    today: dayOfInstant(new Date()),
    kennitala: kennitala.current,
  });
  if (!files.isSettled) faults.push({ path: 'files', reason: 'filesUnfinished' });

  const textOf = ({ path, reason, params }: FormFault): string => {
    const fieldFaultTexts = fieldTexts.find(({ name }) => name === textsName(path))?.faults;
    const text =
      (reason === 'day' && lateDayError(language, values[path])) ||
      fieldFaultTexts?.find((fault) => fault.reason === reason)?.text ||
      labels[labelKeys[reason] ?? reason] ||
      labels.requiredField;
    return fillTemplate(text, params);
  };
  const findError = (path: string): string | undefined => {
    const fault = faults.find((candidate) => candidate.path === path);
    return fault ? textOf(fault) : serverErrors[path];
  };
  const isDirty = JSON.stringify(values) !== JSON.stringify(emptyForm(fields)) || files.ids.length > 0;

  const handleFailure = (error: unknown): void => {
    const { status, errors, errorCode, retryAfterSeconds } =
      error instanceof FormRefused ? error : new FormRefused(0);
    if (isFinal(status)) lastRequest.current = undefined;
    if (errorCode === 'duplicateSubmission') {
      // Already received, so there is nothing to retry.
      setServerErrors({});
      setMessage(labels.duplicateSubmission);
      setState('editing');
      return;
    }
    const { FORM: [first] = [], ...byField }: Record<string, string[]> = errors;
    const isSsnUnknown = status === 400 && first === ssnNotFound;
    const texts = Object.entries(byField).map(([path, [text = labels.submitErrorMessage]]) => [path, text]);
    setServerErrors({ ...Object.fromEntries(texts), ...(isSsnUnknown && { ssn: labels.ssnNotFound }) });
    const failureText = (status === 400 && kind !== 'inquiry' && first) || labels.submitErrorMessage;
    const retryText =
      status === 429 && retryAfterSeconds
        ? ` ${fillTemplate(labels.tooMany, { minutes: Math.ceil(retryAfterSeconds / 60) })}`
        : '';
    setMessage(isSsnUnknown ? labels.ssnNotFound : failureText + retryText);
    setState('failed');
    if (texts.length > 0) setAttempt((count) => count + 1);
  };

  return {
    fields,
    visibleFields: visibleFieldsOf(fields, values),
    values,
    website,
    state,
    isDirty,
    /** Message about failed sending, shown in italics below the form (rule INQ-2). */
    message,
    /** Number of submits that found errors; the summary takes focus each time. */
    attempt,
    /** All errors, after the first submit. */
    faults:
      attempt === 0
        ? []
        : [
            ...faults.map((fault) => ({ path: fault.path, message: textOf(fault) })),
            ...Object.entries(serverErrors)
              .filter(([path]) => faults.every((fault) => fault.path !== path))
              .map(([path, text]) => ({ path, message: text })),
          ],
    errorOf: (path: string): string | undefined =>
      attempt > 0 || touched.has(path) || path in serverErrors ? findError(path) : undefined,
    touch: (path: string): void =>
      deferUntilPointerUp(() =>
        setTouched((previous) => (previous.has(path) ? previous : new Set([...previous, path]))),
      ),
    change: (path: string, changes: FormValues): void => {
      setValues((previous) => ({ ...previous, ...changes }));
      // Row errors are keyed by index, and removing a row shifts the indexes.
      const isRowRemoved = rowsIn(changes, path).length < rowsIn(values, path).length;
      const isStillValid = (errorPath: string) =>
        errorPath !== path && !(isRowRemoved && errorPath.startsWith(`${path}.`));
      setServerErrors((previous) =>
        Object.fromEntries(Object.entries(previous).filter(([errorPath]) => isStillValid(errorPath))),
      );
      if (isRowRemoved) setTouched((previous) => new Set([...previous].filter(isStillValid)));
    },
    setWebsite,
    setFiles,
    /** Fetches the kennitala rules when the user starts filling in the form. */
    begin: (): void => {
      if (isKennitalaRequested.current) return;
      isKennitalaRequested.current = true;
      fetchKennitalaSettings().then(
        (settings) => {
          kennitala.current = settings;
        },
        () => {
          isKennitalaRequested.current = false;
        },
      );
    },
    submit: async (): Promise<void> => {
      if (isSending.current) return;
      setMessage('');
      if (faults.length > 0) {
        setState('editing');
        setAttempt((count) => count + 1);
        return;
      }
      isSending.current = true;
      setState('sending');
      const answers = answersOf(fields, allValues);
      const body: FormValues = { ...answers, ...(website !== '' && { website }) };
      const serialized = JSON.stringify(body);
      if (lastRequest.current?.body !== serialized)
        lastRequest.current = { body: serialized, key: crypto.randomUUID() };
      try {
        const taken = await sendForm(kind, body, {
          language,
          key: lastRequest.current.key,
          visitToken: files.visitToken,
        });
        onTaken(taken, answers);
      } catch (error) {
        handleFailure(error);
      } finally {
        isSending.current = false;
      }
    },
  };
};
export type DeclaredFormState = ReturnType<typeof useDeclaredForm>;
