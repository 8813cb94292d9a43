/** Fields in the text of a text block that are filled from the case: `{name}` (rule DESK-6). */
export const blockFields = ['name', 'reference', 'policy', 'handler', 'due'] as const;
export type BlockField = (typeof blockFields)[number];

const field = new RegExp(`\\{(${blockFields.join('|')})\\}`, 'g');

/** The fields in a text, each once, in the order of their first place. */
export const fieldsIn = (text: string): BlockField[] => [
  ...new Set([...text.matchAll(field)].map(([, name]) => name as BlockField)),
];

/** What looks like a field and is none, such as `{nmae}` or a brace alone; undefined when there is nothing of the kind. */
export const unknownFieldIn = (text: string): string | undefined =>
  /\{[^{}\s]*\}?|\}/.exec(text.replaceAll(field, ''))?.[0];

/** What a case has for the fields; null where it has nothing. */
export type FieldValues = Record<BlockField, string | null>;

/** Fills in a text, or says which fields the case has nothing for: no letter leaves with a hole in it. */
export const fillBlock = (
  text: string,
  values: FieldValues,
): { text: string; missing?: never } | { missing: BlockField[]; text?: never } => {
  const missing = fieldsIn(text).filter((name) => !values[name]?.trim());
  if (missing.length > 0) return { missing };
  return { text: text.replaceAll(field, (_, name: BlockField) => values[name] ?? '') };
};
