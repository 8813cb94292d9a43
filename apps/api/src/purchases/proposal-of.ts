import type { PurchasedAnswer } from '@hofn/contracts';
import type { OfferedItem, proposals } from '@hofn/database';
import type { PricedProduct } from '@hofn/domain/price-form.ts';
import { insuredThing } from '@hofn/domain/purchase.ts';
import type { Language } from '@hofn/texts';
import type { Customer } from '../platform/authorization.ts';
import type { PurchaseRow } from './store.ts';

const numberOf = (answer: unknown): number | undefined =>
  typeof answer === 'string' && /^\d+$/.test(answer) ? Number(answer) : undefined;

const known = (facts: Record<string, number | string | undefined>): Record<string, number | string> =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, fact]) => (fact === undefined ? [] : [[name, fact]])),
  );

const same = (text: string) => ({ is: text, en: text });

/** What a purchase insures, as the core issues it. */
const itemOf = (purchase: PurchaseRow, subject: Customer): OfferedItem => {
  const { productId, answers, insured } = purchase;
  const thing = insuredThing(productId as PricedProduct);
  const id = 'insured';
  if (thing === 'vehicle') {
    const plate = insured?.plate ?? '';
    const facts = known({ plate, value: numberOf(answers.value) });
    return { id, kind: 'vehicle', name: same(plate), facts };
  }
  if (thing === 'self')
    return { id, kind: 'person', name: same(subject.fullName), facts: { ssn: subject.ssn } };
  const address = insured?.address ?? '';
  const facts = known({
    ...{ address, contents: numberOf(answers.contents), fireValue: numberOf(answers.fireValue) },
    level: numberOf(answers.level),
  });
  return { id, kind: answers.contents === undefined ? 'property' : 'contents', name: same(address), facts };
};

/** The terms that a product is sold on, and what was asked about price and needs, in both languages. */
export type Proposed = { termsCodes: string[]; asked: Record<Language, PurchasedAnswer[]> };

/**
 * The proposal that the customer accepts by buying: the very figures that were shown, for what the purchase insures. Premium is
 * paid once a year.
 */
export const proposalOfPurchase = (
  purchase: PurchaseRow & { firstDay: string },
  subject: Customer,
  { termsCodes, asked }: Proposed,
): typeof proposals.$inferSelect => {
  const { id, number, productId, figures, tariff, validTo, firstDay, startedAt } = purchase;
  const item = itemOf(purchase, subject);
  const line = ({ question, answer }: PurchasedAnswer) => `${question} ${answer}`;
  return {
    ...{ customerId: subject.id, id, number, productId, policyId: null },
    ...{ insuredIs: item.name.is, insuredEn: item.name.en, items: [item] },
    needs: asked.is.map((answer, at) => ({
      is: line(answer),
      en: line(asked.en[at] ?? answer),
    })),
    ...{ covers: figures.covers, parts: figures.parts, instalmentsPerYear: 1 },
    ...{ deductible: figures.deductible, sumInsured: figures.sumInsured, termsCodes },
    ...{ effectiveOn: firstDay, validTo, tariffVersion: tariff, createdAt: startedAt },
    ...{ state: 'pending', answeredAt: null, answeredBy: null },
  };
};
