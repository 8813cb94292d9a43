import type { Field, Fields, GroupField, LinkField } from '@hofn/content-types/field.ts';
import { foldForSearch } from '@hofn/texts';
import type { FieldError, Reason } from './errors.ts';
import { isBlock, isImage, linksOfBlock } from './rich-text.ts';
import { isObject, isSafeUrl } from './values.ts';

/** A link from the field at `path` to a document; `to` lists the allowed types. */
type OutgoingLink = { path: string; id: string; to: readonly string[] | undefined };

/** Result of validating a document's data. `data` has no empty fields. */
export type CheckResult = {
  data: Record<string, unknown>;
  links: OutgoingLink[];
  /** All texts, normalized for search. */
  words: string;
  /** Invalid and unknown fields. */
  faults: FieldError[];
  /** Missing required fields: the document can be saved as a draft, but not published. */
  missing: FieldError[];
};

type Findings = Omit<CheckResult, 'data' | 'words'> & { texts: string[] };

const isDay = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value);

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Validates a link and returns its stored form: a document id, or a URL. */
const checkLink = (field: LinkField, value: unknown, path: string, findings: Findings): unknown => {
  if (isObject(value) && value.link_type === 'Document' && typeof value.id === 'string') {
    findings.links.push({ path, id: value.id, to: field.to });
    return { link_type: 'Document', id: value.id };
  }
  if (isObject(value) && value.link_type === 'Web' && isSafeUrl(value.url)) {
    if (field.to) {
      findings.faults.push({ path, reason: 'linkType', params: { values: field.to.join(', ') } });
      return undefined;
    }
    return {
      link_type: 'Web',
      url: value.url,
      ...(value.target === '_blank' && { target: '_blank' }),
    };
  }
  // The read protocol's form of an empty link.
  if (isObject(value) && value.link_type === 'Any') return undefined;
  findings.faults.push({ path, reason: 'link' });
  return undefined;
};

const checkGroup = (field: GroupField, value: unknown, path: string, findings: Findings): unknown => {
  if (!Array.isArray(value)) {
    findings.faults.push({ path, reason: 'list' });
    return undefined;
  }
  if (field.one && value.length > 1) findings.faults.push({ path, reason: 'single' });
  return value.map((item: unknown, index) => checkFields(field.fields, item, `${path}[${index}]`, findings));
};

const checkField = (field: Field, value: unknown, path: string, findings: Findings): unknown => {
  const reject = (reason: Reason, params?: FieldError['params']): undefined => {
    findings.faults.push({ path, reason, ...(params && { params }) });
    return undefined;
  };
  switch (field.kind) {
    case 'text':
      if (typeof value !== 'string') return reject('text');
      if (field.pattern && !field.pattern.test(value)) {
        return reject('pattern', { example: field.example ?? String(field.pattern) });
      }
      findings.texts.push(value);
      return value;
    case 'number': {
      if (typeof value !== 'number' || !Number.isFinite(value)) return reject('number');
      const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = field;
      return value < min || value > max ? reject('between', { min, max }) : value;
    }
    case 'boolean':
      return typeof value === 'boolean' ? value : reject('yesNo');
    case 'date':
      return typeof value === 'string' && isDay(value) ? value : reject('day');
    case 'select':
      return typeof value === 'string' && field.options.includes(value)
        ? value
        : reject('oneOf', { values: field.options.join(', ') });
    case 'image':
      return isImage(value) ? value : reject('image');
    case 'richText':
      if (!Array.isArray(value) || !value.every(isBlock)) return reject('richText');
      for (const [index, block] of value.entries()) {
        if ('text' in block) findings.texts.push(block.text);
        for (const id of linksOfBlock(block))
          findings.links.push({ path: `${path}[${index}]`, id, to: undefined });
      }
      return value;
    case 'link':
      return checkLink(field, value, path, findings);
    case 'group':
      return checkGroup(field, value, path, findings);
  }
};

const checkFields = (
  fields: Fields,
  given: unknown,
  path: string,
  findings: Findings,
): Record<string, unknown> => {
  if (!isObject(given)) {
    findings.faults.push({ path: path || 'FORM', reason: 'object' });
    return {};
  }
  const pathOf = (name: string) => (path ? `${path}.${name}` : name);
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(fields, name)) findings.faults.push({ path: pathOf(name), reason: 'unknown' });
  }
  const data: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = given[name];
    const errorsBefore = findings.faults.length;
    const checked = isEmpty(value) ? undefined : checkField(field, value, pathOf(name), findings);
    if (checked !== undefined) data[name] = checked;
    else if (field.required && findings.faults.length === errorsBefore) {
      findings.missing.push({ path: pathOf(name), reason: 'required' });
    }
  }
  return data;
};

/** Validates a document's data against the fields of its type, and reports all errors at once. */
export const checkData = (fields: Fields, given: unknown): CheckResult => {
  const findings: Findings = { links: [], faults: [], missing: [], texts: [] };
  const data = checkFields(fields, given, '', findings);
  const { texts, ...rest } = findings;
  return { data, ...rest, words: foldForSearch(texts.join(' ')) };
};
