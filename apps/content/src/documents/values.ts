/** Whether a value is an object with names, not a list and not null. */
export const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a link may point at it: an address of the web, mail, a phone, or a path of the site. Never a script. */
export const isSafeAddress = (value: unknown): value is string =>
  typeof value === 'string' &&
  (/^(https?:\/\/|mailto:|tel:)\S/.test(value) || /^\/(?![/\\])\S*$/.test(value));
