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
import { useDeferUntilPointerUp } from './useDeferUntilPointerUp.ts';

type Options<Input extends FieldValues, Output> = {
  /**
   * A `zod/mini` schema. The message of each check is a text key such as `claims|describeLoss`; the text may
   * contain `{min}` and `{max}`.
   */
  schema: $ZodType<Output, Input>;
  /** Initial value of every field, including empty fields. */
  initial: Input;
};

const invalidDayKey = 'dateEntry|wrong';

/** Check of a date field; the message names the invalid part (rule HOLD-19). */
export const wholeDay = () => refine<string>(isDay, invalidDayKey);

/** Field name of an issue, such as `children.0.ssn`. */
const nameOf = ({ path }: $ZodIssue): string => path.map(String).join('.');

const paramsOf = (issue: $ZodIssue): Record<string, number> => ({
  ...('minimum' in issue && { min: Number(issue.minimum) }),
  ...('maximum' in issue && { max: Number(issue.maximum) }),
});

/** Names of the fields with errors, in order. */
const fieldNames = (errors: object, prefix = ''): string[] =>
  Object.entries(errors).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value !== 'object' || value === null) return [];
    const name = prefix + key;
    return 'message' in value && typeof value.message === 'string' ? [name] : fieldNames(value, `${name}.`);
  });

/**
 * A form validated by a schema. A field shows its error after blur (rule FORM-5) until the field is corrected.
 * Spread the results on components of `@hofn/ui`:
 * `<TextField label={…} {...form.field('holder.email')} />`, `<ErrorSummary title={…} {...form.summary} />`,
 * `<form onSubmit={form.submit(send)} noValidate>`.
 */
export const useForm = <Input extends FieldValues, Output>({ schema, initial }: Options<Input, Output>) => {
  const t = useTexts();
  const prefix = useId();
  const deferUntilPointerUp = useDeferUntilPointerUp();
  const isSubmittingRef = useRef(false);
  const [attempt, setAttempt] = useState(0);
  const [failedNames, setFailedNames] = useState<string[]>([]);

  const resolver: Resolver<Input, unknown, Output> = (values) => {
    const result = safeParse(schema, values);
    if (result.success) return { values: result.data, errors: {} };
    const errors: FieldErrors<Input> = {};
    for (const issue of result.error.issues) {
      const name = nameOf(issue);
      const day: unknown = issue.message === invalidDayKey ? get(values, name) : undefined;
      const message =
        ((typeof day === 'string' && dayError(t.language, day)?.message) ||
          t.find(issue.message, paramsOf(issue))) ??
        t.find('global|requiredField') ??
        issue.message;
      // Only the first error of a field is shown.
      if (!get(errors, name)) set(errors, name, { type: issue.code, message } satisfies FieldError);
    }
    return { values: {}, errors };
  };

  const form = useHookForm<Input, unknown, Output>({
    resolver,
    defaultValues: initial as DefaultValues<Input>,
    mode: 'onTouched',
    reValidateMode: 'onChange',
    // The error summary takes focus, and links to the fields.
    shouldFocusError: false,
  });
  const { errors, isDirty, isSubmitting } = form.formState;

  const idOf = (name: string) => `${prefix}-${name.replaceAll('.', '-')}`;
  const errorOf = (name: string): string | undefined =>
    get<object, FieldError | undefined>(errors, name)?.message;
  // Remove a corrected field from the summary permanently: a summary that reappeared would steal focus from the
  // field.
  if (failedNames.some((name) => !errorOf(name))) setFailedNames(failedNames.filter(errorOf));
  const showSummary = (names: string[]) => {
    setFailedNames(names);
    setAttempt((n) => n + 1);
  };

  return {
    /** Props of a field: id, name, handlers and visible error. */
    field: (name: FieldPath<Input>) => {
      const { onBlur, ...inputProps } = form.register(name);
      return {
        ...inputProps,
        onBlur: (event: FocusEvent) => deferUntilPointerUp(() => void onBlur(event)),
        id: idOf(name),
        error: errorOf(name),
      };
    },

    /** Props of a `DayField`, whose `onChange` passes a value, because the field has several inputs. */
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
          deferUntilPointerUp(
            () => void onBlur({ target: { name, value: form.getValues(name) }, type: 'blur' }),
          ),
        error: errorOf(name),
      };
    },

    /** Props of `ErrorSummary`: uncorrected errors of the last submit. */
    summary: {
      attempt,
      errors: failedNames.flatMap((name) => {
        const message = errorOf(name);
        return message === undefined ? [] : [{ field: idOf(name), message }];
      }),
    },

    /** Returns an `onSubmit` handler that ignores further submits while `send` is running (rule FORM-1). */
    submit: (send: (values: Output) => Promise<void> | void) => async (event: FormEvent) => {
      event.preventDefault();
      if (isSubmittingRef.current) return;
      isSubmittingRef.current = true;
      let names: string[] = [];
      try {
        await form.handleSubmit(
          (values) => send(values),
          (errors) => {
            names = fieldNames(errors);
          },
        )(event);
      } finally {
        isSubmittingRef.current = false;
      }
      // Wait until the errors have rendered.
      if (names.length > 0) showSummary(names);
    },

    /** Shows the API's errors by field name (rule FORM-7), keeping the input. */
    setServerErrors: (serverErrors: Record<string, readonly string[]>) => {
      const names = Object.keys(serverErrors);
      for (const name of names)
        form.setError(name as FieldPath<Input>, { type: 'server', message: serverErrors[name]?.[0] ?? '' });
      showSummary(names);
    },

    /** Subscribes to a field: the component re-renders when the value changes. */
    value: <Name extends FieldPath<Input>>(name: Name): FieldPathValue<Input, Name> => form.watch(name),

    /** Sets a field that has no input element. */
    set: <Name extends FieldPath<Input>>(name: Name, value: FieldPathValue<Input, Name>) =>
      form.setValue(name, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true }),

    /** Resets to the initial or the given values. */
    reset: (values?: Input) => {
      setFailedNames([]);
      form.reset(values);
    },

    sending: isSubmitting,
    /** Whether there are unsent changes; leaving then needs confirmation. */
    isDirty,
  };
};
