/**
 * Browsers send line breaks in such a body as CRLF. Converted back to LF, so that the server counts the same number of
 * characters as the browser did.
 */
const asTyped = (text: string): string => text.replaceAll('\r\n', '\n');

/**
 * Reads the text fields of a `multipart/form-data` body; a repeated field becomes a list.
 * @returns undefined if it cannot be read or contains a file
 */
export const readMultipart = async (
  body: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<Record<string, string | string[]> | undefined> => {
  let form: FormData;
  try {
    form = await new Response(body, { headers: { 'content-type': contentType } }).formData();
  } catch {
    return undefined;
  }
  const texts = new Map<string, string | string[]>();
  for (const [name, value] of form) {
    if (typeof value !== 'string') return undefined;
    const previous = texts.get(name);
    const text = asTyped(value);
    if (Array.isArray(previous)) previous.push(text);
    else texts.set(name, previous === undefined ? text : [previous, text]);
  }
  return Object.fromEntries(texts);
};
