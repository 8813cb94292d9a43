/** Path of a field within a form's values, such as `holder.email` or `children.0.ssn`. */
export type Path<Values> = Values extends readonly (infer Row)[]
  ? `${number}` | `${number}.${Path<Row>}`
  : Values extends object
    ? {
        [Key in keyof Values & string]-?: Key | `${Key}.${Path<Values[Key]>}`;
      }[keyof Values & string]
    : never;

/** Type of the value at a path. */
export type ValueAt<Values, At extends string> = At extends `${infer Key}.${infer Rest}`
  ? ValueAt<NonNullable<ValueAt<Values, Key>>, Rest>
  : Values extends readonly (infer Row)[]
    ? Row
    : At extends keyof Values
      ? Values[At]
      : never;

export const valueAt = (values: unknown, path: string): unknown => {
  let value = values;
  for (const key of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[key];
  return value;
};

/** A copy of the values with another value at a path. */
export const withValueAt = <Values>(values: Values, path: string, value: unknown): Values => {
  const [key = '', ...rest] = path.split('.');
  const inner = (values as Record<string, unknown>)[key];
  const changed = rest.length === 0 ? value : withValueAt(inner, rest.join('.'), value);
  if (Array.isArray(values)) return values.with(Number(key), changed) as Values;
  return { ...values, [key]: changed };
};
