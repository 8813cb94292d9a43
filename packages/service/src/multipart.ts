/**
 * A browser writes line ends into such a body as CRLF; they come as they were typed, so that what was counted is counted the
 * same.
 */
const asTyped = (text: string): string => text.replaceAll('\r\n', '\n');

/**
 * The texts of a `multipart/form-data` body by their names, as a list where a name comes more than once.
 * @returns nothing when it cannot be read, or has a file in it
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
    const before = texts.get(name);
    const text = asTyped(value);
    if (Array.isArray(before)) before.push(text);
    else texts.set(name, before === undefined ? text : [before, text]);
  }
  return Object.fromEntries(texts);
};
