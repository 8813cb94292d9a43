import type { Fields, GroupField } from '@hofn/content-types/field.ts';
import { isObject } from '../documents/values.ts';

type Data = Record<string, unknown>;

/** A document's data with what it lacked, and the places that were added. */
export type Completed = { data: Data; added: string[] };

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const itemsOf = (value: unknown): Data[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Items of a list that the code looks up by name: missing ones are inserted after their predecessor in `seeded`. */
const completeItems = (
  { fields, keyedBy = '' }: GroupField,
  kept: readonly Data[],
  seeded: readonly Data[],
  place: string,
): { items: Data[]; added: string[] } => {
  const items = [...kept];
  const added: string[] = [];
  const positionOf = (key: unknown) => items.findIndex((item) => item[keyedBy] === key);
  for (const [index, item] of seeded.entries()) {
    const key = item[keyedBy];
    const at = positionOf(key);
    if (at < 0) {
      items.splice(positionOf(seeded[index - 1]?.[keyedBy]) + 1, 0, item);
      added.push(`${place}.${key}`);
    } else {
      const completed = addMissing(fields, items[at] ?? {}, item, `${place}.${key}.`);
      items[at] = completed.data;
      added.push(...completed.added);
    }
  }
  return { items, added };
};

/**
 * Adds to an editor's document what a release needs and the document lacks: required fields, and items of lists that the
 * code looks up by name (`keyedBy`), such as the questions of a form. Whatever the document has is left as it is.
 */
export const addMissing = (fields: Fields, kept: Data, seeded: Data, above = ''): Completed => {
  const data = { ...kept };
  const added: string[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const place = above + name;
    if (isEmpty(seeded[name])) continue;
    if (isEmpty(kept[name])) {
      if (!field.required && !(field.kind === 'group' && field.keyedBy)) continue;
      data[name] = seeded[name];
      added.push(place);
    } else if (field.kind === 'group' && field.keyedBy) {
      const completed = completeItems(field, itemsOf(kept[name]), itemsOf(seeded[name]), place);
      data[name] = completed.items;
      added.push(...completed.added);
    } else if (field.kind === 'group' && field.one) {
      const [item = {}] = itemsOf(kept[name]);
      const completed = addMissing(field.fields, item, itemsOf(seeded[name])[0] ?? {}, `${place}.`);
      data[name] = [completed.data];
      added.push(...completed.added);
    }
  }
  return { data, added };
};
