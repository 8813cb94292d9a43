import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { type Path, type ValueAt, valueAt, withValueAt } from './paths.ts';
import { type FieldError, useShownErrors } from './useShownErrors.ts';

export type { FieldError };

/** A form's values and their setter, as `useState` returns them. */
export type FormState<Values> = readonly [Values, (change: (previous: Values) => Values) => void];

type Options<Values> = {
  /** The values of the unchanged form. Default: the first values. A restored draft differs from them. */
  initial?: Values;
  /** Element id of a field. By default ids are unique to the form. */
  idOf?: (path: string) => string;
  /** The step of a field, in a form whose steps are submitted one by one. */
  stepOf?: (path: string) => number;
  /** Focuses the first field with an error, in a form without an `ErrorSummary`. */
  focusesField?: true;
};

/** An event of an input, select or textarea. */
type InputEvent = { target: { value: string; checked?: boolean } };

type FieldProps = {
  id: string;
  name: string;
  error: string | undefined;
  onChange: (event: InputEvent) => void;
  onBlur: () => void;
  value?: string;
  /** In place of `value`, for a field that is true or false. */
  checked?: boolean;
};

const singleStep = () => 0;

/**
 * State of every form: input, errors and submission. Values may be nested and may come from elsewhere, such as a saved
 * draft. A field shows its error once it has been left or its step has been submitted (rule FORM-5). Spread the results
 * on components of `@hofn/ui`: `<TextField label={…} {...form.field('holder.email')} />`,
 * `<FormErrors form={form} />`, `<form onSubmit={form.submit(send)} noValidate>`.
 * @param errorsOf everything wrong with the values, in the order of the form
 */
export const useFields = <Values extends object>(
  [values, setValues]: FormState<Values>,
  errorsOf: (values: Values) => readonly FieldError[],
  { initial: givenInitial, idOf: givenIdOf, stepOf = singleStep, focusesField }: Options<Values> = {},
) => {
  const prefix = useId();
  const [initial, setInitial] = useState(givenInitial ?? values);
  const [isSending, setIsSending] = useState(false);
  const isSendingRef = useRef(false);
  // Scripts such as password managers type and submit before the form has rendered again.
  const latest = useRef(values);
  latest.current = values;
  const errors = errorsOf(values);
  const { forget, clear, clearServerErrors, failedPaths, attempt, ...shown } = useShownErrors(errors, stepOf);
  const { errorOf, touch, check } = shown;
  const idOf = givenIdOf ?? ((path: string) => `${prefix}-${path.replaceAll('.', '-')}`);

  const focusFailed = useEffectEvent(() => {
    const [path] = failedPaths;
    if (focusesField && path !== undefined) document.getElementById(idOf(path))?.focus();
  });
  useEffect(() => {
    if (attempt > 0) focusFailed();
  }, [attempt]);

  const set = <At extends Path<Values>>(path: At, value: ValueAt<Values, At>): void => {
    const previous = valueAt(values, path);
    latest.current = withValueAt(latest.current, path, value);
    setValues((current) => withValueAt(current, path, value));
    forget(path, Array.isArray(previous) && Array.isArray(value) && value.length < previous.length);
  };

  return {
    ...shown,
    values,
    set,
    idOf,
    /** Everything wrong with the values, shown or not. */
    errors,

    /** Props of a field: id, name, value, handlers and visible error. */
    field: <At extends Path<Values>>(path: At): FieldProps => {
      const value = valueAt(values, path);
      const isCheckbox = typeof value === 'boolean';
      return {
        id: idOf(path),
        name: path,
        error: errorOf(path),
        onBlur: () => touch(path),
        onChange: ({ target }) =>
          set(path, (isCheckbox ? target.checked === true : target.value) as ValueAt<Values, At>),
        ...(isCheckbox ? { checked: value } : { value: typeof value === 'string' ? value : '' }),
      };
    },

    /** Props of `ErrorSummary`: uncorrected errors of the last submit, in the order of the form. */
    summary: {
      attempt,
      errors: failedPaths.map((path) => ({ path, field: idOf(path), message: errorOf(path) ?? '' })),
    },

    /**
     * Returns an `onSubmit` handler that calls `send` if nothing in the step is wrong, and ignores further submits while
     * `send` is running (rule FORM-1).
     */
    submit:
      (send: (values: Values) => unknown, step?: number) =>
      async (event?: FormEvent): Promise<void> => {
        event?.preventDefault();
        if (isSendingRef.current) return;
        clearServerErrors();
        const submitted = latest.current;
        if (!check(step, errorsOf(submitted))) return;
        isSendingRef.current = true;
        setIsSending(true);
        try {
          await send(submitted);
        } finally {
          isSendingRef.current = false;
          setIsSending(false);
        }
      },

    /** Resets to the initial or the given values, without errors. */
    reset: (newValues: Values = initial): void => {
      setInitial(newValues);
      setValues(() => newValues);
      clear();
    },

    /** Shows other values, such as a newer draft, as unsent changes. */
    restore: (newValues: Values): void => {
      setValues(() => newValues);
      clear();
    },

    isSending: isSending,
    /** Whether there are unsent changes; leaving then needs confirmation. */
    isDirty: JSON.stringify(values) !== JSON.stringify(initial),
  };
};

/** A form whose values have the given type. */
export type Fields<Values extends object> = ReturnType<typeof useFields<Values>>;
