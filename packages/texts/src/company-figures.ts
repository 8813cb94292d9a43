import { formatMoney } from './format.ts';
import { formatNumber } from './number.ts';
import type { Lookup } from './translator.ts';

/** A rating figure of a company, in the API's format. */
export type Figure = string | number | boolean;

/** The rating figures, in the order of their screens, and how each is written. */
const kinds = {
  activity: 'companyActivity',
  payroll: 'money',
  staff: 'number',
  turnover: 'money',
  foreignShare: 'number',
  agreement: 'companyAgreement',
  occupation: 'companyActivity',
  manYears: 'number',
  allDay: 'yesNo',
  travellers: 'number',
  nordic: 'number',
  europe: 'number',
  northAmerica: 'number',
  world: 'number',
  riskyWork: 'yesNo',
} as const;
const kindOf = (name: string): (typeof kinds)[keyof typeof kinds] | undefined =>
  Object.hasOwn(kinds, name) ? kinds[name as keyof typeof kinds] : undefined;

/** The name of a figure. */
export const figureLabel = (t: Lookup, name: string): string => t.find(`company|${name}`) ?? name;

/** A choice of a figure in words, such as a line of business. */
export const figureChoice = (
  t: Lookup,
  category: 'companyActivity' | 'companyAgreement',
  value: string,
): string => t.find(`${category}|${value}`) ?? value;

/** Formats a figure for display; what is not known is said to be missing. */
export const formatFigure = (t: Lookup, name: string, value: Figure | null | undefined): string => {
  const kind = kindOf(name);
  if (value === null || value === undefined || !kind) return t.find('company|unknown') ?? '';
  if (typeof value === 'boolean') return t.find(value ? 'company|yes' : 'company|no') ?? '';
  if (typeof value === 'string')
    return kind === 'companyActivity' || kind === 'companyAgreement' ? figureChoice(t, kind, value) : value;
  return kind === 'money' ? formatMoney(t.language, value) : formatNumber(t.language, value);
};

type Figures = Readonly<Record<string, unknown>>;

/** The figures that differ, in the order of their screens, each as its name with «before → after». */
export const figureChanges = (
  t: Lookup,
  before: Figures | null,
  after: Figures,
): { label: string; value: string }[] =>
  Object.keys(kinds).flatMap((name) => {
    if (!Object.hasOwn(after, name) || before?.[name] === after[name]) return [];
    const [from, to] = [before, after].map((figures) => formatFigure(t, name, figures?.[name] as Figure));
    return [{ label: figureLabel(t, name), value: `${from} → ${to}` }];
  });
