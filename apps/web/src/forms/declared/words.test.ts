import { formKindNames, formKindOf } from '@hofn/domain/form-kinds.ts';
import { questionsOf } from '@hofn/domain/forms.ts';
import { paths } from '@hofn/texts/paths.ts';
import { beforeAll, expect, test } from 'vitest';
import { type Content, contentFolder } from '../../../build/content.ts';
import { defaultFolders } from '../../../build/folders.ts';
import type { FormDocument, FormLabels } from '../../content/documents.ts';

let content: Content;
beforeAll(async () => {
  content = await contentFolder(defaultFolders.contentDir)();
});

test.each(
  formKindNames.flatMap((kind) => (['is', 'en'] as const).map((language) => [kind, language] as const)),
)(
  'SITE-3: the form %s has a page and a text for each question and choice, and no others (%s)',
  (kind, language) => {
    const { page, data } = content.document('form', kind, language);
    expect(paths.some(({ key }) => key === page)).toBe(true);
    const { kind: sentAs, fields, sections = [] } = data as unknown as FormDocument;
    expect(sentAs).toBe(kind);
    const questions = questionsOf(formKindOf(kind).fields);
    expect(fields.map(({ name }) => name).toSorted()).toEqual(questions.map(([name]) => name).toSorted());
    for (const [name, { type, options = [] }] of questions) {
      const fieldTexts = fields.find((field) => field.name === name);
      expect(fieldTexts?.label, name).toBeTruthy();
      expect(fieldTexts?.options?.map(({ value }) => value) ?? [], name).toEqual(options);
      if (type === 'select') expect(fieldTexts?.placeholder, name).toBeTruthy();
      if (type === 'list')
        expect([fieldTexts?.row, fieldTexts?.add, fieldTexts?.remove].every(Boolean), name).toBe(true);
    }
    const parts = questions.flatMap(([, { section }]) => section ?? []);
    expect(parts).toEqual(sections.map((_, index) => index + 1));
  },
);

test.each(['is', 'en'] as const)('INQ-1, INQ-3: every validation error has a message (%s)', (language) => {
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
    'choice',
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
});
