import { defineType, type Fields, group, text } from './field.ts';
import { fieldTexts } from './form.ts';
import { links, pageFields } from './parts.ts';

const required = { required: true } as const;
const texts = (...names: string[]): Fields => Object.fromEntries(names.map((name) => [name, text(required)]));

/** The public price calculator, with the texts of its fields and of the price. */
export const prices = defineType({
  id: 'prices',
  label: 'Get a price',
  single: true,
  fields: {
    ...pageFields,
    fields: fieldTexts(),
    notes: group({ product: text(required), text: text(required) }, { about: 'assumptions behind a price' }),
    elsewhereTitle: text({ ...required, about: 'for products without a price here' }),
    elsewhereText: text(required),
    links: links(),
    ...texts(
      'noScript',
      'another',
      'submit',
      'asking',
      'incomplete',
      'failed',
      'unavailable',
      'again',
      'opening',
      'openFailed',
    ),
    between: text({ ...required, about: 'with {min} and {max}' }),
    ...texts('otherTitle', 'otherText', 'plate', 'address', 'insuredHint'),
    ...texts('result', 'deductible', 'sumInsured'),
    monthly: text({ ...required, about: 'with {perMonth}' }),
    minimumPremium: text({ ...required, about: 'when a higher deductible would not lower the price' }),
    monthlyFee: text({ ...required, about: 'with {perYear} and {fee}' }),
    validTo: text({ ...required, about: 'with {date}' }),
    announce: text({
      ...required,
      about: 'announced to screen readers when the price changes, with {price}',
    }),
    choice: text({ ...required, about: 'next to a deductible, with {price}' }),
    ...texts('levelsTitle', 'levelsText', 'levelLiability', 'levelNo', 'levelYes', 'levelJewellery'),
    ...texts('levelCash', 'levelPrice', 'levelNote', 'estimateTitle', 'estimateArea', 'estimatePeople'),
    ...texts('estimateUse', 'copy', 'copied', 'remembered', 'forget'),
    estimateResult: text({ ...required, about: 'with {amount}' }),
    estimateSource: text({ ...required, about: 'with {perSquareMetre} and {perPerson}' }),
    rememberedText: text({ ...required, about: 'with {price}, {reference} and {date}' }),
    forgetOf: text({ ...required, about: 'for screen readers, with {reference}' }),
    choiceLevel: text({ ...required, about: 'next to a level of cover, with {deductible} and {price}' }),
    ...texts('covers', 'notCovered', 'terms', 'howDeductible', 'assumptions', 'ask', 'askText'),
    ...texts('buy', 'buyText', 'buying'),
    ...texts('keepTitle', 'keepText', 'email', 'emailHint', 'keep', 'keeping', 'kept', 'changed'),
    keptBefore: text({ ...required, about: 'a saved price while another is shown, with {price}' }),
    keptText: text({ ...required, about: 'with {reference} and {date}' }),
    keptEmail: text({ ...required, about: 'with {email}' }),
    ...texts('open', 'openTitle'),
  },
});

/** The page that shows a saved price. */
export const priceOffer = defineType({
  id: 'priceOffer',
  label: 'Saved price',
  single: true,
  fields: {
    ...pageFields,
    ...texts(
      'loading',
      'missing',
      'missingText',
      'failed',
      'again',
      'ended',
      'change',
      'workOut',
      'noScript',
    ),
    ...texts('open', 'openLabel', 'openHint', 'openMissing'),
    endedText: text({ ...required, about: 'with {date}' }),
    about: text({ ...required, about: 'with {reference} and {date}' }),
  },
});
