import { parseIsk } from '@hofn/domain';
import { activities, agreements, type CompanyCover, travelRegions } from '@hofn/domain/company-figures.ts';
import { formatMoney, formatNumber, type Language, type Translate } from '@hofn/texts';
import type { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { boolean, object, pipe, refine, string, transform } from 'zod/mini';
import { wholeDay } from './useForm.ts';

/** A figure as the service has it. */
export type Figure = string | number | boolean;
export type Figures = Record<string, Figure>;
/** A figure as it is typed or ticked. */
export type Typed = Record<string, string | boolean>;

type Texts = Translate<typeof portal>;
type Choices = 'companyActivity' | 'companyAgreement';
/** One figure of a cover: its name in the contract and in the category `company`, and how it is typed. */
export type Field = { name: string } & (
  | { kind: 'money' | 'share' | 'count' | 'some' | 'decimal' | 'yesNo' }
  | { kind: 'choice'; category: Choices; options: readonly string[] }
);

/** The figures of each cover, in the order of the screen. */
export const fieldsOf: Record<CompanyCover, readonly Field[]> = {
  liability: [
    { name: 'activity', kind: 'choice', category: 'companyActivity', options: activities },
    { name: 'payroll', kind: 'money' },
    { name: 'staff', kind: 'count' },
    { name: 'turnover', kind: 'money' },
    { name: 'foreignShare', kind: 'share' },
  ],
  personal: [
    { name: 'agreement', kind: 'choice', category: 'companyAgreement', options: agreements },
    { name: 'occupation', kind: 'choice', category: 'companyActivity', options: activities },
    { name: 'manYears', kind: 'decimal' },
    { name: 'allDay', kind: 'yesNo' },
  ],
  travel: [
    { name: 'travellers', kind: 'some' },
    ...travelRegions.map((name) => ({ name, kind: 'count' as const })),
    { name: 'riskyWork', kind: 'yesNo' },
  ],
};

const mostPersons = 100_000;
const mostIsk = 100_000_000_000;

const whole =
  (min: number, max: number) =>
  (typed: string): number | undefined => {
    const number = parseIsk(typed);
    return number !== undefined && number >= min && number <= max ? number : undefined;
  };

const decimal = (typed: string): number | undefined => {
  const number = /^\d+([.,]\d)?$/.test(typed.trim()) ? Number(typed.trim().replace(',', '.')) : Number.NaN;
  return number >= 0.1 && number <= mostPersons ? number : undefined;
};

const read = {
  money: { reads: whole(0, mostIsk), message: 'company|invalidMoney' },
  count: { reads: whole(0, mostPersons), message: 'company|invalidCount' },
  some: { reads: whole(1, mostPersons), message: 'company|invalidTravellers' },
  share: { reads: whole(0, 100), message: 'company|invalidPercent' },
  decimal: { reads: decimal, message: 'company|invalidManYears' },
} as const;

const ruleOf = (field: Field) => {
  if (field.kind === 'yesNo') return boolean();
  if (field.kind === 'choice') {
    return string().check(refine((chosen) => field.options.includes(chosen), 'global|requiredField'));
  }
  const { reads, message } = read[field.kind];
  return pipe(
    string().check(refine((typed) => reads(typed) !== undefined, message)),
    transform((typed: string) => reads(typed) ?? 0),
  );
};

/** What a form of a cover must hold; the same bounds as the contract's, which the service has the last word on. */
export const schemaOf = (cover: CompanyCover, days: { from: string; to: string }) =>
  object({
    effectiveOn: string().check(
      wholeDay(),
      refine((day) => days.from <= day && day <= days.to, 'company|invalidDay'),
    ),
    figures: object(Object.fromEntries(fieldsOf[cover].map((field) => [field.name, ruleOf(field)]))),
  });

const typedOf = (language: Language, { kind }: Field, value: Figure | undefined): string | boolean => {
  if (kind === 'yesNo') return value === true;
  if (value === undefined) return '';
  if (kind === 'decimal') return String(value).replace('.', language === 'is' ? ',' : '.');
  return typeof value === 'number' ? formatNumber(language, value) : String(value);
};

/** What stands in a form before anything is changed. */
export const initialOf = (language: Language, cover: CompanyCover, figures: Figures | null): Typed =>
  Object.fromEntries(
    fieldsOf[cover].map((field) => [field.name, typedOf(language, field, figures?.[field.name])]),
  );

/** The name of a figure. */
export const labelOf = (t: Texts, name: string): string => t.find(`company|${name}`) ?? name;

/** The name of a choice. */
export const choiceOf = (t: Texts, category: Choices, value: string): string =>
  t.find(`${category}|${value}`) ?? value;

/** A figure as it is read. */
export const shownOf = (
  t: Texts,
  cover: CompanyCover,
  name: string,
  value: Figure | null | undefined,
): string => {
  const field = fieldsOf[cover].find((one) => one.name === name);
  if (value === null || value === undefined || !field) return t('company|unknown');
  if (typeof value === 'boolean') return t(value ? 'company|yes' : 'company|no');
  if (typeof value === 'string') return field.kind === 'choice' ? choiceOf(t, field.category, value) : value;
  return field.kind === 'money' ? formatMoney(t.language, value) : formatNumber(t.language, value);
};
