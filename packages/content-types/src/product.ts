import { defineType, group, link, number, one, select, text, texts } from './field.ts';
import { amountRow, pageFields } from './parts.ts';

const required = { required: true } as const;
const titled = { title: text(required), text: text() };

/** A product. Amounts are whole ISK. */
export const product = defineType({
  id: 'product',
  label: 'Product',
  fields: {
    ...pageFields,
    illustration: text(),
    group: text({ about: 'page key of its product group' }),
    audience: group({ who: select(['person', 'company', 'housingAssociation'], required) }),
    intro: text(),
    priceFrom: one(
      { perMonthIsk: number({ min: 0 }) },
      { about: 'lowest price of the tariff, paid monthly' },
    ),
    covers: group(titled),
    notCovered: group(titled),
    deductible: one({ text: text(required), rows: group(amountRow) }),
    priceFactors: texts(),
    whatToDoWhenItHappens: texts(),
    goodToKnow: texts(),
    faq: group({ q: text(required), a: text(required) }),
    ipid: one({
      whatIsInsured: texts(),
      whatIsNotInsured: texts(),
      restrictions: texts(),
      where: text(),
      obligations: texts(),
      whenAndHowToPay: text(),
      whenCoverStartsAndEnds: text(),
      howToCancel: text(),
    }),
    terms: group({ terms: link({ to: ['termsDocument'], required: true }) }),
    related: group({ product: link({ to: ['product'], required: true }) }),
  },
});
