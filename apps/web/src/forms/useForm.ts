import { isDay } from '@hofn/domain';
import { dayError } from '@hofn/ui/parts/day-error.ts';
import { useState } from 'react';
import { refine } from 'zod/mini';
import { type $ZodIssue, type $ZodType, safeParse } from 'zod/v4/core';
import { useTexts } from '../engine/index.ts';
import { type Path, type ValueAt, valueAt } from './paths.ts';
import { type FieldError, useFields } from './useFields.ts';

type Options<Input, Output> = {
  /**
   * A `zod/mini` schema. The message of each check is a text key such as `claims|describeLoss`; the text may
   * contain `{min}` and `{max}`.
   */
  schema: $ZodType<Output, Input>;
  /** Initial value of every field, including empty fields. */
  initial: Input;
  /** Values of a draft, which the form starts with as unsent changes. */
  restored?: Partial<Input> | undefined;
  /** Focuses the first field with an error, in a form without an `ErrorSummary`. */
  focusesField?: true;
};

const invalidDayKey = 'dateEntry|wrong';

/** Check of a date field; the message names the invalid part (rule HOLD-19). */
export const wholeDay = () => refine<string>(isDay, invalidDayKey);

const paramsOf = (issue: $ZodIssue): Record<string, number> => ({
  ...('minimum' in issue && { min: Number(issue.minimum) }),
  ...('maximum' in issue && { max: Number(issue.maximum) }),
});

/** A form validated by a schema, with messages from the page's texts. See `useFields` for what it returns. */
export const useForm = <Input extends object, Output>({
  schema,
  initial,
  restored,
  ...options
}: Options<Input, Output>) => {
  const t = useTexts();
  const messageOf = (issue: $ZodIssue, value: unknown): string =>
    (issue.message === invalidDayKey && typeof value === 'string' && dayError(t.language, value)?.message) ||
    (t.find(issue.message, paramsOf(issue)) ?? t.find('global|requiredField') ?? issue.message);
  const errorsOf = (values: Input): FieldError[] =>
    (safeParse(schema, values).error?.issues ?? []).map((issue) => {
      const path = issue.path.map(String).join('.');
      return { path, message: messageOf(issue, valueAt(values, path)) };
    });
  const form = useFields(useState({ ...initial, ...restored }), errorsOf, { initial, ...options });

  return {
    ...form,

    /** Props of a `DayField`, whose `onChange` passes a value, because the field has several inputs. */
    dayField: <Name extends Path<Input>>(name: Name) => ({
      id: form.idOf(name),
      name,
      language: t.language,
      value: String(valueAt(form.values, name)),
      onChange: (day: string) => form.set(name, day as ValueAt<Input, Name>),
      onBlur: () => form.touch(name),
      error: form.errorOf(name),
    }),

    /** Returns an `onSubmit` handler; `send` receives what the schema made of the values. */
    submit: (send: (values: Output) => unknown) =>
      form.submit((values) => {
        const { data } = safeParse(schema, values);
        return data && send(data);
      }),

    /** The value of a field. */
    value: <Name extends Path<Input>>(name: Name) => valueAt(form.values, name) as ValueAt<Input, Name>,
  };
};
