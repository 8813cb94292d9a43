import type { StaffCase } from '@hofn/contracts';
import { formatKennitala, formatPhone } from '@hofn/domain';
import { type FormKind, formKindOf } from '@hofn/domain/form-kinds.ts';
import type { FormField } from '@hofn/domain/forms.ts';
import { dayOfInstant, formatDate, formatMoney, type Language } from '@hofn/texts';
import { type PathKey, pathOf } from '@hofn/texts/paths.ts';
import { Alert, Skeleton } from '@hofn/ui';
import { useEffect, useState } from 'react';
import type { FormDocument } from '../../content/documents.ts';
import { useTexts } from '../../engine/index.ts';
import { fetchFormDocument } from '../../forms/declared/form-texts.ts';
import { Answers } from './Answers.tsx';

/** The page whose data contains the texts of each form. */
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

type QuestionTexts = Pick<FormDocument, 'fields'> | undefined;
type Answer = { term: string; value: string };

const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Answers with the texts of their questions, in the order asked. */
export const answersOf = (
  fields: readonly FormField[],
  values: Record<string, unknown>,
  texts: QuestionTexts,
  { language, yes, prefix = '' }: { language: Language; yes: string; prefix?: string },
): Answer[] =>
  fields.flatMap((field): Answer[] => {
    const name = prefix + field.name;
    const value = values[field.name];
    if (value === undefined || value === '' || field.type === 'files') return [];
    const fieldTexts = texts?.fields.find((field) => field.name === name);
    const term = fieldTexts?.label ?? name;
    if (field.type === 'list' && Array.isArray(value))
      return value.filter(isRow).flatMap((row, index) => {
        const heading = fieldTexts?.row?.replace('{n}', String(index + 1)) ?? `${term} ${index + 1}`;
        const inner = answersOf(field.fields ?? [], row, texts, { language, yes, prefix: `${name}.` });
        return inner.map((answer) => ({ ...answer, term: `${heading}: ${answer.term}` }));
      });
    const labelOf = (value: string) =>
      fieldTexts?.options?.find((option) => option.value === value)?.label ?? value;
    const shownValues = [value].flat().map((one) => {
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
          return labelOf(text);
      }
    });
    return [{ term, value: shownValues.join(', ') }];
  });

/** A submitted form: the answers under their questions, in the sender's language. */
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
  const [formDocument, setDocument] = useState<FormDocument | 'gone'>();
  useEffect(() => {
    let isUnmounted = false;
    fetchFormDocument(pathOf(pages[form], language)).then(
      (document) => isUnmounted || setDocument(document),
      () => isUnmounted || setDocument('gone'),
    );
    return () => {
      isUnmounted = true;
    };
  }, [form, language]);
  if (formDocument === undefined) return <Skeleton rows={4} />;
  const texts = formDocument === 'gone' ? undefined : formDocument;
  const answers = answersOf(formKindOf(form).fields, fields, texts, { language, yes: t('global|yes') });
  return (
    <>
      {formDocument === 'gone' && <Alert kind="warning" title={t('queue|wordsGone')} />}
      <Answers items={answers} language={language} />
    </>
  );
};

/** What staff have to do about a form that no answer to its sender would do: the receipt has promised it. */
export const FormNote = ({ data: { form, dueAt } }: { data: Pick<StaffCase, 'form' | 'dueAt'> }) => {
  const t = useTexts<'staff'>();
  if (form === 'lottery') return <Alert title={t('queue|drawn')}>{t('queue|drawnText')}</Alert>;
  if (form !== 'conferencesignup') return null;
  return (
    <Alert title={t('queue|programme', { date: formatDate(t.language, dayOfInstant(new Date(dueAt))) })} />
  );
};
