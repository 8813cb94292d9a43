import type { FormFault } from '@hofn/domain/forms.ts';
import type { FormDocument, FormLabels } from '../../content/documents.ts';
import { fillTemplate } from '../fill-text.ts';

/** Maps validation reasons to text keys where the names differ. */
const labelKeys: Record<string, string> = {
  required: 'requiredField',
  email: 'invalidEmail',
  ssn: 'invalidSsn',
};

/** Key of a field's texts, without row indexes, because all rows share the same texts. */
export const textsName = (path: string): string => path.replaceAll(/\.\d+/g, '');

/**
 * The text of a question or choice.
 * @param name what is asked, for the error
 * @throws an error that names it: the build refuses content without it, so a customer never reads a raw name
 */
export const neededText = (text: string | undefined, name: string): string => {
  if (!text) throw new Error(name);
  return text;
};

type Fault = Pick<FormFault, 'path' | 'reason'> & { params?: Record<string, string | number> | undefined };

/** The text of a fault: the field's own, or the one that all forms share. */
export const faultText = (
  { fields, labels }: Pick<FormDocument, 'fields' | 'labels'>,
  { path, reason, params }: Fault,
): string =>
  fillTemplate(
    fields.find(({ name }) => name === textsName(path))?.faults?.find((fault) => fault.reason === reason)
      ?.text ||
      labels[labelKeys[reason] ?? reason] ||
      labels.requiredField,
    params,
  );

/** Title of the error summary. */
export const summaryTitle = ({ summaryOne, summaryMany }: FormLabels, count: number): string =>
  count === 1 ? summaryOne : fillTemplate(summaryMany, { n: count });
