import type { FormTaken } from '@hofn/contracts';
import type { KennitalaSettings } from '@hofn/domain';
import { formKindOf } from '@hofn/domain/form-kinds.ts';
import {
  askedOf,
  emptyForm,
  type FormFault,
  type FormField,
  type FormRow,
  type FormValues,
  formFaults,
  rowsIn,
} from '@hofn/domain/forms.ts';
import { dayOfInstant } from '@hofn/texts/format.ts';
import { useRef, useState } from 'react';
import type { FormDocument } from '../../content/documents.ts';
import type { Language } from '../../engine/types.ts';
import { apiAddress } from '../../session/settings.ts';
import { filled } from '../fill-text.ts';
import { useAfterPress } from '../useAfterPress.ts';
import { lateDayError } from './late-day.ts';
import { FormRefused, sendForm } from './send-form.ts';

/** How far the files of a form have come, and the right that they were sent by. */
export type SentFiles = { ids: readonly string[]; settled: boolean; right: string | undefined };

/** What the service says, in both languages, when the national register does not know a kennitala (rule INQ-3). */
const ssnNotFound = 'The given SSN was not found';

/** Passes what is well formed: whether the check digit counts, and test ids, the service says. */
const lenient: KennitalaSettings = { checkDigit: 'off', allowTestIds: true };

const askKennitala = async (): Promise<KennitalaSettings> => {
  const answer = await fetch(await apiAddress('/api/contentConfig/v1/general'));
  if (!answer.ok) return lenient;
  return ((await answer.json()) as { kennitala: KennitalaSettings }).kennitala;
};

/** Names of common words for the reasons that rules and texts call otherwise. */
const named: Record<string, string> = {
  required: 'requiredField',
  email: 'invalidEmail',
  ssn: 'invalidSsn',
};

/** Name of the words of a field: those of a row are the same in each. */
export const wordsName = (path: string): string => path.replaceAll(/\.\d+/g, '');

/** What is sent of a form: an answer to a question that is not asked any more stays with whoever typed it. */
const answersOf = (fields: readonly FormField[], values: FormValues): FormValues =>
  Object.fromEntries(
    askedOf(fields, values).map(({ name, type, fields: inner = [] }): [string, FormValues[string]] => [
      name,
      type === 'list'
        ? rowsIn(values, name).map((row) => answersOf(inner, row) as FormRow)
        : (values[name] ?? ''),
    ]),
  );

/** Whether the service will say the same of the same form: then trying it again is trying another one. */
const isFinal = (status: number): boolean => status >= 400 && status < 500 && status !== 429;

type State = 'editing' | 'sending' | 'failed';

/**
 * A form of the site by its declaration: what is typed, what is wrong with it, and its sending. A field tells its fault
 * once it was left or the form was sent (rule FORM-5); while it is being sent it cannot be sent again, and what was typed
 * stays (rule FORM-1).
 */
export const useDeclaredForm = (
  { kind, fields: words, labels }: FormDocument,
  { language, onTaken }: { language: Language; onTaken: (taken: FormTaken, values: FormValues) => void },
) => {
  const { fields } = formKindOf(kind);
  const [values, setValues] = useState<FormValues>(() => emptyForm(fields));
  const [website, setWebsite] = useState('');
  const [files, setFiles] = useState<SentFiles>({ ids: [], settled: true, right: undefined });
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State>('editing');
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [message, setMessage] = useState('');
  const kennitala = useRef(lenient);
  const asked = useRef(false);
  const busy = useRef(false);
  const last = useRef<{ sent: string; key: string }>(undefined);
  const afterPress = useAfterPress();

  const whole: FormValues = 'files' in values ? { ...values, files: files.ids } : values;
  const faults: FormFault[] = formFaults(fields, whole, {
    today: dayOfInstant(new Date()),
    kennitala: kennitala.current,
  });
  if (!files.settled) faults.push({ path: 'files', reason: 'filesUnfinished' });

  const textOf = ({ path, reason, params }: FormFault): string => {
    const own = words.find(({ name }) => name === wordsName(path))?.faults;
    const text =
      (reason === 'day' && lateDayError(language, values[path])) ||
      own?.find((fault) => fault.reason === reason)?.text ||
      labels[named[reason] ?? reason] ||
      labels.requiredField;
    return filled(text, params);
  };
  const errorAt = (path: string): string | undefined => {
    const fault = faults.find((one) => one.path === path);
    return fault ? textOf(fault) : refused[path];
  };
  const dirty = JSON.stringify(values) !== JSON.stringify(emptyForm(fields)) || files.ids.length > 0;

  const failed = (error: unknown): void => {
    const { status, errors, errorCode, retryAfterSeconds } =
      error instanceof FormRefused ? error : new FormRefused(0);
    if (isFinal(status)) last.current = undefined;
    if (errorCode === 'duplicateSubmission') {
      // It has come: there is nothing to try again.
      setRefused({});
      setMessage(labels.duplicateSubmission);
      setState('editing');
      return;
    }
    const { FORM: [first] = [], ...byField }: Record<string, string[]> = errors;
    const unknown = status === 400 && first === ssnNotFound;
    const texts = Object.entries(byField).map(([path, [text = labels.submitErrorMessage]]) => [path, text]);
    setRefused({ ...Object.fromEntries(texts), ...(unknown && { ssn: labels.ssnNotFound }) });
    const said = (status === 400 && kind !== 'inquiry' && first) || labels.submitErrorMessage;
    const wait =
      status === 429 && retryAfterSeconds
        ? ` ${filled(labels.tooMany, { minutes: Math.ceil(retryAfterSeconds / 60) })}`
        : '';
    setMessage(unknown ? labels.ssnNotFound : said + wait);
    setState('failed');
    if (texts.length > 0) setAttempt((count) => count + 1);
  };

  return {
    fields,
    asked: askedOf(fields, values),
    values,
    website,
    state,
    dirty,
    /** What went wrong with sending, in italics below the form (rule INQ-2). */
    message,
    /** Number of times that sending found something to mend; the summary takes the focus with each. */
    attempt,
    /** Everything that is wrong, once it was sent. */
    faults:
      attempt === 0
        ? []
        : [
            ...faults.map((fault) => ({ path: fault.path, message: textOf(fault) })),
            ...Object.entries(refused)
              .filter(([path]) => faults.every((fault) => fault.path !== path))
              .map(([path, text]) => ({ path, message: text })),
          ],
    errorOf: (path: string): string | undefined =>
      attempt > 0 || touched.has(path) || path in refused ? errorAt(path) : undefined,
    touch: (path: string): void =>
      afterPress(() => setTouched((before) => (before.has(path) ? before : new Set([...before, path])))),
    change: (path: string, part: FormValues): void => {
      setValues((before) => ({ ...before, ...part }));
      // What was said of rows stands by their places, which are others once one is gone.
      const fewer = rowsIn(part, path).length < rowsIn(values, path).length;
      const stays = (one: string) => one !== path && !(fewer && one.startsWith(`${path}.`));
      setRefused((before) => Object.fromEntries(Object.entries(before).filter(([one]) => stays(one))));
      if (fewer) setTouched((before) => new Set([...before].filter(stays)));
    },
    setWebsite,
    setFiles,
    /** Asks how a kennitala is checked, when the reader begins. */
    begin: (): void => {
      if (asked.current) return;
      asked.current = true;
      askKennitala().then(
        (settings) => {
          kennitala.current = settings;
        },
        () => {
          asked.current = false;
        },
      );
    },
    submit: async (): Promise<void> => {
      if (busy.current) return;
      setMessage('');
      if (faults.length > 0) {
        setState('editing');
        setAttempt((count) => count + 1);
        return;
      }
      busy.current = true;
      setState('sending');
      const answers = answersOf(fields, whole);
      const body: FormValues = { ...answers, ...(website !== '' && { website }) };
      const sent = JSON.stringify(body);
      if (last.current?.sent !== sent) last.current = { sent, key: crypto.randomUUID() };
      try {
        const taken = await sendForm(kind, body, { language, key: last.current.key, right: files.right });
        onTaken(taken, answers);
      } catch (error) {
        failed(error);
      } finally {
        busy.current = false;
      }
    },
  };
};
export type DeclaredFormState = ReturnType<typeof useDeclaredForm>;
