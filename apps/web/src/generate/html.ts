const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as it stands in HTML or in an attribute's quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/** JSON that can stand in a script element: nothing in it ends the element or begins a comment. */
export const embed = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
