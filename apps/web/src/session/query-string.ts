/**
 * Data as a query string with its question mark; empty for no data. Nested objects and lists become bracketed keys
 * (`a[b]=1`, rule CALL-1); undefined values are omitted.
 */
export const toQuery = (data: Record<string, unknown>): string => {
  const pairs = new URLSearchParams();
  const add = (key: string, value: unknown): void => {
    if (value === undefined) return;
    if (value instanceof Date) pairs.append(key, value.toISOString());
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) add(key === '' ? name : `${key}[${name}]`, inner);
    } else pairs.append(key, value === null ? '' : String(value));
  };
  add('', data);
  const text = pairs.toString();
  return text === '' ? '' : `?${text}`;
};
