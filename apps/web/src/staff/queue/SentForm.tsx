import { formatKennitala, formatPhone } from '@hofn/domain';
import { type FormKind, formKindOf } from '@hofn/domain/form-kinds.ts';
import type { FormField } from '@hofn/domain/forms.ts';
import { formatDate, formatMoney, type Language } from '@hofn/texts';
import { type PathKey, pathOf } from '@hofn/texts/paths.ts';
import { Alert, Skeleton } from '@hofn/ui';
import { useEffect, useState } from 'react';
import type { FormDocument } from '../../content/documents.ts';
import { useTexts } from '../../engine/index.ts';
import { formWords } from '../../forms/declared/form-words.ts';
import { Told } from './Told.tsx';

/** The page whose words each form is filled in by. */
const pages = {
  appointmentRequest: 'form.appointmentRequest',
  business: 'form.business',
  childinsurance: 'form.childinsurance',
  communication: 'letUsKnow',
  conferencesignup: 'form.conferencesignup',
  dataGateway: 'dataGateway',
  forvarnarsignout: 'form.forvarnarsignout',
  forvarnarsignup: 'form.forvarnarsignup',
  inquiry: 'inquiry',
  lottery: 'form.lottery',
  okuvisir: 'form.okuvisir',
  opportunity: 'priceRequest',
  opportunityV2: 'getQuote',
  other: 'form.other',
  safetyproduct: 'form.safetyproduct',
  salesforceCase: 'form.salesforce',
  salespromotion: 'form.salespromotion',
} as const satisfies Record<FormKind, PathKey>;

type Words = Pick<FormDocument, 'fields'> | undefined;
type Answer = { term: string; value: string };

const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What was answered, by the questions' own wording, in the order that they were asked. */
export const answersOf = (
  fields: readonly FormField[],
  values: Record<string, unknown>,
  words: Words,
  { language, yes, prefix = '' }: { language: Language; yes: string; prefix?: string },
): Answer[] =>
  fields.flatMap((field): Answer[] => {
    const name = prefix + field.name;
    const value = values[field.name];
    if (value === undefined || value === '' || field.type === 'files') return [];
    const own = words?.fields.find((one) => one.name === name);
    const term = own?.label ?? name;
    if (field.type === 'list' && Array.isArray(value))
      return value.filter(isRow).flatMap((row, at) => {
        const heading = own?.row?.replace('{n}', String(at + 1)) ?? `${term} ${at + 1}`;
        const inner = answersOf(field.fields ?? [], row, words, { language, yes, prefix: `${name}.` });
        return inner.map((answer) => ({ ...answer, term: `${heading}: ${answer.term}` }));
      });
    const optionOf = (one: string) => own?.options?.find((option) => option.value === one)?.label ?? one;
    const shown = [value].flat().map((one) => {
      const text = String(one);
      switch (field.type) {
        case 'ssn':
          return formatKennitala(text);
        case 'phone':
          return formatPhone(text);
        case 'day':
          return formatDate(language, text);
        case 'money':
          return formatMoney(language, Number(text));
        case 'flag':
          return yes;
        default:
          return optionOf(text);
      }
    });
    return [{ term, value: shown.join(', ') }];
  });

/** A form as it was sent: the answers under the questions, in the language of whoever sent it. */
export const SentForm = ({
  form,
  fields,
  language,
}: {
  form: FormKind;
  fields: Record<string, unknown>;
  language: Language;
}) => {
  const t = useTexts<'staff'>();
  const [words, setWords] = useState<FormDocument | 'gone'>();
  useEffect(() => {
    let left = false;
    formWords(pathOf(pages[form], language)).then(
      (document) => left || setWords(document),
      () => left || setWords('gone'),
    );
    return () => {
      left = true;
    };
  }, [form, language]);
  if (words === undefined) return <Skeleton rows={4} />;
  const known = words === 'gone' ? undefined : words;
  const answers = answersOf(formKindOf(form).fields, fields, known, { language, yes: t('global|yes') });
  return (
    <>
      {words === 'gone' && <Alert kind="warning" title={t('queue|wordsGone')} />}
      <Told items={answers} language={language} />
    </>
  );
};
