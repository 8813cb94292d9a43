import { defineType, type Fields, group, text } from './field.ts';
import { questionWords } from './form.ts';
import { links, pageFields } from './parts.ts';

const required = { required: true } as const;
const words = (...names: string[]): Fields => Object.fromEntries(names.map((name) => [name, text(required)]));

/** The page where anyone gets a price, with every word of its questions and of the price. */
export const prices = defineType({
  id: 'prices',
  label: 'Get a price',
  single: true,
  fields: {
    ...pageFields,
    fields: questionWords(),
    notes: group({ product: text(required), text: text(required) }, { about: 'what a price supposes' }),
    elsewhereTitle: text({ ...required, about: 'for what has no price here' }),
    elsewhereText: text(required),
    links: links(),
    ...words(
      'noScript',
      'another',
      'submit',
      'asking',
      'incomplete',
      'failed',
      'again',
      'opening',
      'openFailed',
    ),
    between: text({ ...required, about: 'with {min} and {max}' }),
    ...words('result', 'deductible', 'sumInsured'),
    monthly: text({ ...required, about: 'with {perMonth}' }),
    monthlyFee: text({ ...required, about: 'with {perYear} and {fee}' }),
    validTo: text({ ...required, about: 'with {date}' }),
    announce: text({ ...required, about: 'said to screen readers when the price changes, with {price}' }),
    choice: text({ ...required, about: 'beside a deductible, with {price}' }),
    choiceLevel: text({ ...required, about: 'beside a level of cover, with {deductible} and {price}' }),
    ...words('covers', 'notCovered', 'terms', 'howDeductible', 'assumptions', 'ask', 'askText'),
    ...words('keepTitle', 'keepText', 'email', 'emailHint', 'keep', 'keeping', 'kept', 'changed'),
    keptBefore: text({ ...required, about: 'a kept price when another is shown, with {price}' }),
    keptText: text({ ...required, about: 'with {reference} and {date}' }),
    keptEmail: text({ ...required, about: 'with {email}' }),
    ...words('open', 'openTitle'),
  },
});

/** The page that a price which was kept is opened on. */
export const priceOffer = defineType({
  id: 'priceOffer',
  label: 'A kept price',
  single: true,
  fields: {
    ...pageFields,
    ...words(
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
    ...words('open', 'openLabel', 'openHint', 'openMissing'),
    endedText: text({ ...required, about: 'with {date}' }),
    about: text({ ...required, about: 'with {reference} and {date}' }),
  },
});
