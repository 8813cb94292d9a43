/** Whether a value is an object, and neither an array nor null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a link may have this target: http(s), mailto, tel, or a path of the site. Never a script. */
export const isSafeUrl = (value: unknown): value is string =>
  typeof value === 'string' &&
  (/^(https?:\/\/|mailto:|tel:)\S/.test(value) || /^\/(?![/\\])\S*$/.test(value));
