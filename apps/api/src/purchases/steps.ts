import type { purchaseStep } from '@hofn/contracts';
import { trimText } from '@hofn/domain';
import { parseDay } from '@hofn/domain/day-entry.ts';
import { formFaults } from '@hofn/domain/forms.ts';
import { parsePlate } from '@hofn/domain/plate.ts';
import { firstDaysOfCover, type InsuredThing, needsFieldsOf, unmetNeeds } from '@hofn/domain/purchase.ts';
import { formatDate, type Language } from '@hofn/texts';
import type { z } from 'zod';
import { Fault, type FieldFault } from '../platform/fault.ts';
import type { PurchaseRow } from './store.ts';

type Step = Exclude<z.output<typeof purchaseStep>, { step: 'price' }>;
type Stored = Partial<Pick<PurchaseRow, 'insured' | 'needs' | 'documentsReadAt' | 'firstDay'>>;

const invalid = (path: string, reason: string, params?: FieldFault['params']): Fault =>
  new Fault('validation', { fields: [{ path, reason, ...(params && { params }) }] });

const leastAddress = 4;

const insuredOf = (
  { plate, address }: Extract<Step, { step: 'insured' }>,
  thing: InsuredThing,
): NonNullable<PurchaseRow['insured']> => {
  if (thing === 'self') return {};
  if (thing === 'vehicle') {
    const parsed = parsePlate(plate);
    if (parsed === undefined) throw invalid('plate', trimText(plate) === '' ? 'required' : 'plate');
    return { plate: parsed };
  }
  const text = trimText(address);
  if (text === '') throw invalid('address', 'required');
  if (text.length < leastAddress) throw invalid('address', 'shortest', { min: leastAddress });
  return { address: text };
};

const needsOf = (
  { needs }: Extract<Step, { step: 'needs' }>,
  thing: InsuredThing,
): Record<string, string> => {
  const fields = needsFieldsOf(thing);
  const unknown = Object.keys(needs).filter((name) => !fields.some((field) => field.name === name));
  const settings = { today: '', kennitala: { checkDigit: 'strict', allowTestIds: false } } as const;
  const faults = [
    ...unknown.map((name) => ({ path: `needs.${name}`, reason: 'unknown', params: { name } })),
    ...formFaults(fields, needs, settings).map(({ path }) => ({ path: `needs.${path}`, reason: 'required' })),
  ];
  if (faults.length > 0) throw new Fault('validation', { fields: faults });
  const unmet = unmetNeeds(needs);
  if (unmet.length > 0)
    throw new Fault('validation', {
      fields: unmet.map((name) => ({ path: `needs.${name}`, reason: 'needNotMet' })),
    });
  return needs;
};

const firstDayOf = (
  { firstDay }: Extract<Step, { step: 'start' }>,
  { today, language }: { today: string; language: Language },
): string => {
  const day = parseDay(firstDay);
  if (day === undefined) throw invalid('firstDay', 'day');
  const { from, to } = firstDaysOfCover(today);
  if (day < from) throw invalid('firstDay', 'firstDayPast');
  if (day > to) throw invalid('firstDay', 'firstDayLate', { date: formatDate(language, to) });
  return day;
};

/**
 * Checks the answers of a step, and returns what is stored of them.
 * @throws Fault `validation` naming the field
 */
export const storedStep = (
  step: Step,
  about: { thing: InsuredThing; today: string; now: Date; language: Language },
): Stored => {
  switch (step.step) {
    case 'insured':
      return { insured: insuredOf(step, about.thing) };
    case 'needs':
      return { needs: needsOf(step, about.thing) };
    case 'documents':
      if (!step.read) throw invalid('read', 'documentsUnread');
      return { documentsReadAt: about.now.toISOString() };
    case 'start':
      return { firstDay: firstDayOf(step, about) };
  }
};
