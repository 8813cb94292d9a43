import type { Field, Fields, GroupField, LinkField } from '@hofn/content-types/field.ts';
import { foldForSearch } from '@hofn/texts';
import type { FieldFault, Reason } from './fault.ts';
import { isBlock, isImage, linksOfBlock } from './rich-text.ts';
import { isPlain, isSafeAddress } from './values.ts';

/** A link from a field to a document: where it stands, what it points at, and which types it may. */
type OutgoingLink = { path: string; id: string; to: readonly string[] | undefined };

/** What was read of a document's data. `data` has no empty fields. */
export type Checked = {
  data: Record<string, unknown>;
  links: OutgoingLink[];
  /** All texts, folded for search. */
  words: string;
  /** Fields of a wrong type, and fields that the type does not have. */
  faults: FieldFault[];
  /** Fields without which the document may be kept as a draft, but not published. */
  missing: FieldFault[];
};

type Notes = Omit<Checked, 'data' | 'words'> & { texts: string[] };

const isDay = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value);

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** A link as it is kept: to a document by its id, or to an address. */
const checkLink = (field: LinkField, value: unknown, path: string, notes: Notes): unknown => {
  if (isPlain(value) && value.link_type === 'Document' && typeof value.id === 'string') {
    notes.links.push({ path, id: value.id, to: field.to });
    return { link_type: 'Document', id: value.id };
  }
  if (isPlain(value) && value.link_type === 'Web' && isSafeAddress(value.url)) {
    if (field.to) {
      notes.faults.push({ path, reason: 'linkType', params: { values: field.to.join(', ') } });
      return undefined;
    }
    return {
      link_type: 'Web',
      url: value.url,
      ...(value.target === '_blank' && { target: '_blank' }),
    };
  }
  // What the read protocol writes for a link that is not filled in.
  if (isPlain(value) && value.link_type === 'Any') return undefined;
  notes.faults.push({ path, reason: 'link' });
  return undefined;
};

const checkGroup = (field: GroupField, value: unknown, path: string, notes: Notes): unknown => {
  if (!Array.isArray(value)) {
    notes.faults.push({ path, reason: 'list' });
    return undefined;
  }
  if (field.one && value.length > 1) notes.faults.push({ path, reason: 'single' });
  return value.map((item: unknown, index) => checkFields(field.fields, item, `${path}[${index}]`, notes));
};

const checkField = (field: Field, value: unknown, path: string, notes: Notes): unknown => {
  const refuse = (reason: Reason, params?: FieldFault['params']): undefined => {
    notes.faults.push({ path, reason, ...(params && { params }) });
    return undefined;
  };
  switch (field.kind) {
    case 'text':
      if (typeof value !== 'string') return refuse('text');
      if (field.pattern && !field.pattern.test(value)) {
        return refuse('pattern', { example: field.example ?? String(field.pattern) });
      }
      notes.texts.push(value);
      return value;
    case 'number': {
      if (typeof value !== 'number' || !Number.isFinite(value)) return refuse('number');
      const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = field;
      return value < min || value > max ? refuse('between', { min, max }) : value;
    }
    case 'boolean':
      return typeof value === 'boolean' ? value : refuse('yesNo');
    case 'date':
      return typeof value === 'string' && isDay(value) ? value : refuse('day');
    case 'select':
      return typeof value === 'string' && field.options.includes(value)
        ? value
        : refuse('oneOf', { values: field.options.join(', ') });
    case 'image':
      return isImage(value) ? value : refuse('image');
    case 'richText':
      if (!Array.isArray(value) || !value.every(isBlock)) return refuse('richText');
      for (const [index, block] of value.entries()) {
        if ('text' in block) notes.texts.push(block.text);
        for (const id of linksOfBlock(block))
          notes.links.push({ path: `${path}[${index}]`, id, to: undefined });
      }
      return value;
    case 'link':
      return checkLink(field, value, path, notes);
    case 'group':
      return checkGroup(field, value, path, notes);
  }
};

const checkFields = (fields: Fields, given: unknown, path: string, notes: Notes): Record<string, unknown> => {
  if (!isPlain(given)) {
    notes.faults.push({ path: path || 'FORM', reason: 'object' });
    return {};
  }
  const at = (name: string) => (path ? `${path}.${name}` : name);
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(fields, name)) notes.faults.push({ path: at(name), reason: 'unknown' });
  }
  const data: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = given[name];
    const faultsBefore = notes.faults.length;
    const checked = isEmpty(value) ? undefined : checkField(field, value, at(name), notes);
    if (checked !== undefined) data[name] = checked;
    else if (field.required && notes.faults.length === faultsBefore) {
      notes.missing.push({ path: at(name), reason: 'required' });
    }
  }
  return data;
};

/** Reads a document's data by the fields of its type, and says all that is wrong with it at once. */
export const checkData = (fields: Fields, given: unknown): Checked => {
  const notes: Notes = { links: [], faults: [], missing: [], texts: [] };
  const data = checkFields(fields, given, '', notes);
  const { texts, ...rest } = notes;
  return { data, ...rest, words: foldForSearch(texts.join(' ')) };
};
