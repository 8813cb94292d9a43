import { formKindNames, formKindOf } from '@hofn/domain/form-kinds.ts';
import type { FormField } from '@hofn/domain/forms.ts';
import { paths } from '@hofn/texts/paths.ts';
import { beforeAll, expect, test } from 'vitest';
import { type Content, contentFolder } from '../../../build/content.ts';
import { defaultFolders } from '../../../build/folders.ts';
import type { FormDocument, FormLabels } from '../../content/documents.ts';

let content: Content;
beforeAll(async () => {
  content = await contentFolder(defaultFolders.contentDir)();
});

/** Every question of a form, those of its rows as `vehicles.use`. */
const questionsOf = (fields: readonly FormField[], above = ''): [string, FormField][] =>
  fields.flatMap((field) => [
    [above + field.name, field] as [string, FormField],
    ...questionsOf(field.fields ?? [], `${above}${field.name}.`),
  ]);

test.each(
  formKindNames.flatMap((kind) => (['is', 'en'] as const).map((language) => [kind, language] as const)),
)(
  'SITE-3: the form %s has a page and a word for each question and choice, and for nothing else (%s)',
  (kind, language) => {
    const { page, data } = content.document('form', kind, language);
    expect(paths.some(({ key }) => key === page)).toBe(true);
    const { kind: sentAs, fields, sections = [] } = data as unknown as FormDocument;
    expect(sentAs).toBe(kind);
    const questions = questionsOf(formKindOf(kind).fields);
    expect(fields.map(({ name }) => name).toSorted()).toEqual(questions.map(([name]) => name).toSorted());
    for (const [name, { type, options = [] }] of questions) {
      const words = fields.find((one) => one.name === name);
      expect(words?.label, name).toBeTruthy();
      expect(words?.options?.map(({ value }) => value) ?? [], name).toEqual(options);
      if (type === 'select') expect(words?.placeholder, name).toBeTruthy();
      if (type === 'list') expect([words?.row, words?.add, words?.remove].every(Boolean), name).toBe(true);
    }
    const parts = questions.flatMap(([, { section }]) => section ?? []);
    expect(parts).toEqual(sections.map((_, at) => at + 1));
  },
);

test.each(['is', 'en'] as const)(
  'INQ-1, INQ-3: every reason that a field can be refused for has its words (%s)',
  (language) => {
    const labels = content.document('formLabels', 'formLabels', language).data as unknown as FormLabels;
    for (const reason of [
      'requiredField',
      'invalidEmail',
      'invalidSsn',
      'ssnNotFound',
      'submitErrorMessage',
      'duplicateSubmission',
      'phone',
      'maxLength',
      'minLength',
      'day',
      'plate',
      'postalCode',
      'url',
      'range',
      'money',
      'dayRange',
      'workingDay',
      'notCompany',
      'notPerson',
      'age',
      'duplicate',
      'mostRows',
      'filesUnfinished',
    ])
      expect(labels[reason], reason).toBeTruthy();
  },
);
