import { parseDecimal, parseIsk } from '@hofn/domain';
import { activities, agreements, type CompanyCover, travelRegions } from '@hofn/domain/company-figures.ts';
import { formatNumber, type Language } from '@hofn/texts';
import type { Figure } from '@hofn/texts/company-figures.ts';
import { boolean, object, pipe, refine, string, transform } from 'zod/mini';
import { wholeDay } from './useForm.ts';

export type Figures = Record<string, Figure>;
/** Figures as form input: text or checkbox values. */
export type FigureInputs = Record<string, string | boolean>;

type Choices = 'companyActivity' | 'companyAgreement';
/** Input for a figure of a cover; `name` is both the contract's property and the key in text category `company`. */
export type Field = { name: string } & (
  | { kind: 'money' | 'share' | 'count' | 'some' | 'decimal' | 'yesNo' }
  | { kind: 'choice'; category: Choices; options: readonly string[] }
);

/** Fields of each cover, in display order. */
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

const maxPersons = 100_000;
const maxIsk = 100_000_000_000;

const wholeNumber =
  (min: number, max: number) =>
  (input: string): number | undefined => {
    const number = parseIsk(input);
    return number !== undefined && number >= min && number <= max ? number : undefined;
  };

/** A number with at most one decimal. */
const decimalNumber =
  (language: Language) =>
  (input: string): number | undefined => {
    const number = parseDecimal(input, language) ?? Number.NaN;
    const hasOneDecimal = Number(number.toFixed(1)) === number;
    return hasOneDecimal && number >= 0.1 && number <= maxPersons ? number : undefined;
  };

const numberFields = (language: Language) => ({
  money: { reads: wholeNumber(0, maxIsk), message: 'company|invalidMoney' },
  count: { reads: wholeNumber(0, maxPersons), message: 'company|invalidCount' },
  some: { reads: wholeNumber(1, maxPersons), message: 'company|invalidTravellers' },
  share: { reads: wholeNumber(0, 100), message: 'company|invalidPercent' },
  decimal: { reads: decimalNumber(language), message: 'company|invalidManYears' },
});

const schemaOfField = (language: Language, field: Field) => {
  if (field.kind === 'yesNo') return boolean();
  if (field.kind === 'choice') {
    return string().check(refine((choice) => field.options.includes(choice), 'global|requiredField'));
  }
  const { reads: parse, message } = numberFields(language)[field.kind];
  return pipe(
    string().check(refine((input) => parse(input) !== undefined, message)),
    transform((input: string) => parse(input) ?? 0),
  );
};

/** Form schema of a cover, with the contract's bounds; the API enforces the same bounds. */
export const schemaOf = (language: Language, cover: CompanyCover, days: { from: string; to: string }) =>
  object({
    effectiveOn: string().check(
      wholeDay(),
      refine((day) => days.from <= day && day <= days.to, 'company|invalidDay'),
    ),
    figures: object(
      Object.fromEntries(fieldsOf[cover].map((field) => [field.name, schemaOfField(language, field)])),
    ),
  });

const inputOf = (language: Language, { kind }: Field, value: Figure | undefined): string | boolean => {
  if (kind === 'yesNo') return value === true;
  if (value === undefined) return '';
  if (kind === 'decimal') return String(value).replace('.', language === 'is' ? ',' : '.');
  return typeof value === 'number' ? formatNumber(language, value) : String(value);
};

/** Initial form input. */
export const initialInputs = (
  language: Language,
  cover: CompanyCover,
  figures: Figures | null,
): FigureInputs =>
  Object.fromEntries(
    fieldsOf[cover].map((field) => [field.name, inputOf(language, field, figures?.[field.name])]),
  );
