/**
 * Whether a value is a list or a plain object. The framework's parser of queries gives them an empty prototype of
 * its own. A body that is passed on unread is a stream, which refers to itself.
 */
export const isParsed = (value: unknown): value is Record<string, unknown> => {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
};
