/** JSON for a script element, escaped so that it cannot end the element or start a comment. */
export const embed = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
