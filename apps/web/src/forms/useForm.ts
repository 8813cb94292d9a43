import { isDay } from '@hofn/domain';
import { dayError } from '@hofn/ui/parts/day-error.ts';
import { type FocusEvent, type FormEvent, useId, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldError,
  type FieldErrors,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  get,
  type Resolver,
  set,
  useForm as useHookForm,
} from 'react-hook-form';
import { refine } from 'zod/mini';
import { type $ZodIssue, type $ZodType, safeParse } from 'zod/v4/core';
import { useTexts } from '../engine/index.ts';
import { useAfterPress } from './useAfterPress.ts';

type Options<Input extends FieldValues, Output> = {
  /**
   * What the form must hold, of `zod/mini`. The message of each check is a key of a catalogue, `claims|describeLoss`,
   * whose text may name `{min}` and `{max}`.
   */
  schema: $ZodType<Output, Input>;
  /** Every field, also those that are empty. */
  initial: Input;
};

const wrongDay = 'dateEntry|wrong';

/** The check of a date that is typed part by part; its message names the part that is wrong (rule HOLD-19). */
export const wholeDay = () => refine<string>(isDay, wrongDay);

/** Where an issue stands, as the name of its field: `children.0.ssn`. */
const nameOf = ({ path }: $ZodIssue): string => path.map(String).join('.');

const paramsOf = (issue: $ZodIssue): Record<string, number> => ({
  ...('minimum' in issue && { min: Number(issue.minimum) }),
  ...('maximum' in issue && { max: Number(issue.maximum) }),
});

/** Names of all fields that are in error, in the order they were found. */
const namesIn = (errors: object, above = ''): string[] =>
  Object.entries(errors).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value !== 'object' || value === null) return [];
    const name = above + key;
    return 'message' in value && typeof value.message === 'string' ? [name] : namesIn(value, `${name}.`);
  });

/**
 * A form by its rules. A field tells its error once it was touched and is in error (rule FORM-5), not while it is first
 * typed in, and stops telling it when it is mended. What is returned is spread on the parts of `@hofn/ui`:
 * `<TextField label={…} {...form.field('holder.email')} />`, `<ErrorSummary title={…} {...form.summary} />`,
 * `<form onSubmit={form.submit(send)} noValidate>`.
 */
export const useForm = <Input extends FieldValues, Output>({ schema, initial }: Options<Input, Output>) => {
  const t = useTexts();
  const prefix = useId();
  const afterPress = useAfterPress();
  const busy = useRef(false);
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState<string[]>([]);

  const resolver: Resolver<Input, unknown, Output> = (values) => {
    const result = safeParse(schema, values);
    if (result.success) return { values: result.data, errors: {} };
    const errors: FieldErrors<Input> = {};
    for (const issue of result.error.issues) {
      const name = nameOf(issue);
      const day: unknown = issue.message === wrongDay ? get(values, name) : undefined;
      const message =
        ((typeof day === 'string' && dayError(t.language, day)?.message) ||
          t.find(issue.message, paramsOf(issue))) ??
        t.find('global|requiredField') ??
        issue.message;
      // The first that is wrong with a field is the one to mend first.
      if (!get(errors, name)) set(errors, name, { type: issue.code, message } satisfies FieldError);
    }
    return { values: {}, errors };
  };

  const form = useHookForm<Input, unknown, Output>({
    resolver,
    defaultValues: initial as DefaultValues<Input>,
    mode: 'onTouched',
    reValidateMode: 'onChange',
    // The summary takes the focus, and leads to the fields.
    shouldFocusError: false,
  });
  const { errors, isDirty, isSubmitting } = form.formState;

  const idOf = (name: string) => `${prefix}-${name.replaceAll('.', '-')}`;
  const errorOf = (name: string): string | undefined =>
    get<object, FieldError | undefined>(errors, name)?.message;
  // What was mended leaves the summary for good: coming back it would take the focus out of the field.
  if (failed.some((name) => !errorOf(name))) setFailed(failed.filter(errorOf));
  const refuse = (names: string[]) => {
    setFailed(names);
    setAttempt((n) => n + 1);
  };

  return {
    /** What a field is tied to the form with: id, name, handlers, and its error once it is to be told. */
    field: (name: FieldPath<Input>) => {
      const { onBlur, ...registered } = form.register(name);
      return {
        ...registered,
        onBlur: (event: FocusEvent) => afterPress(() => void onBlur(event)),
        id: idOf(name),
        error: errorOf(name),
      };
    },

    /** The same for a `DayField`, which passes its value on and has no input of the field's own. */
    dayField: (name: FieldPath<Input>) => {
      const { onBlur, onChange } = form.register(name);
      const value: unknown = form.watch(name);
      return {
        id: idOf(name),
        name,
        language: t.language,
        value: typeof value === 'string' ? value : '',
        onChange: (day: string) => void onChange({ target: { name, value: day }, type: 'change' }),
        onBlur: () =>
          afterPress(() => void onBlur({ target: { name, value: form.getValues(name) }, type: 'blur' })),
        error: errorOf(name),
      };
    },

    /** For `ErrorSummary`: what was wrong when the form was last sent and is not mended yet. */
    summary: {
      attempt,
      errors: failed.flatMap((name) => {
        const message = errorOf(name);
        return message === undefined ? [] : [{ field: idOf(name), message }];
      }),
    },

    /** Handles `onSubmit`. While what it started is under way, sending again does nothing (rule FORM-1). */
    submit: (send: (values: Output) => Promise<void> | void) => async (event: FormEvent) => {
      event.preventDefault();
      if (busy.current) return;
      busy.current = true;
      let found: string[] = [];
      try {
        await form.handleSubmit(
          (values) => send(values),
          (errors) => {
            found = namesIn(errors);
          },
        )(event);
      } finally {
        busy.current = false;
      }
      // Only now are the errors on the screen.
      if (found.length > 0) refuse(found);
    },

    /** Shows what the service refused, by the names of fields (rule FORM-7); all that was typed stays. */
    refused: (faults: Record<string, readonly string[]>) => {
      const names = Object.keys(faults);
      for (const name of names)
        form.setError(name as FieldPath<Input>, { type: 'server', message: faults[name]?.[0] ?? '' });
      refuse(names);
    },

    /** What a field holds now; the screen follows it. */
    value: <Name extends FieldPath<Input>>(name: Name): FieldPathValue<Input, Name> => form.watch(name),

    /** Writes a field that no input is tied to. */
    set: <Name extends FieldPath<Input>>(name: Name, value: FieldPathValue<Input, Name>) =>
      form.setValue(name, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true }),

    /** Back to the beginning, or to other values. */
    reset: (values?: Input) => {
      setFailed([]);
      form.reset(values);
    },

    sending: isSubmitting,
    /** Whether something was changed that is not sent: then leaving the page is asked about. */
    dirty: isDirty,
  };
};
