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
    texts.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(texts);
};
