import type { Claim } from '@hofn/contracts';
import { formatKennitala, formatPhone } from '@hofn/domain';
import { type ClaimField, claimLineOf } from '@hofn/domain/claim-form.ts';
import { formatDate, formatMoney, type Language } from '@hofn/texts';
import { textsIn } from '../platform/texts.ts';
import type { ClaimDetails } from './claim-store.ts';

type Answer = Claim['facts'][number];

const answerOf = (field: ClaimField, value: string, language: Language): string => {
  const t = textsIn(language);
  switch (field.type) {
    case 'ssn':
      return formatKennitala(value);
    case 'day':
      return formatDate(language, value);
    case 'choice':
      return t.find(`claimOption|${field.name}.${value}`) ?? value;
    case 'flag':
      return t('global|yes');
    default:
      return value;
  }
};

/** Answers in the claim form, in its order and wording; empty for a claim that was reported in another way. */
export const formAnswersOf = (
  { line, form }: Pick<ClaimDetails, 'line' | 'form'>,
  language: Language,
): Answer[] => {
  if (line === null || form === null) return [];
  const t = textsIn(language);
  const label = (name: string) => t.find(`claimField|${name}`) ?? name;
  const answer = (name: string, value: string): Answer[] =>
    value === '' ? [] : [{ label: label(name), value }];
  return [
    ...answer(
      'causes',
      form.causes.map((cause) => t.find(`claimCause|${line}.${cause}`) ?? cause).join(', '),
    ),
    ...answer('time', form.time),
    ...answer('description', form.description),
    ...claimLineOf(line).fields.flatMap((field) => {
      const value = form.details[field.name] ?? '';
      return answer(field.name, value && answerOf(field, value, language));
    }),
    ...answer('othersPolicy', form.details.othersPolicy ?? ''),
    ...answer(
      'items',
      form.items
        .map(({ item, year, price }) =>
          [item, year, price && formatMoney(language, Number(price))].filter(Boolean).join(', '),
        )
        .join('\n'),
    ),
    ...answer('estimatedAmount', form.estimatedAmount && formatMoney(language, Number(form.estimatedAmount))),
    ...answer('account', form.account),
    ...answer('email', form.email),
    ...answer('phone', form.phone && formatPhone(form.phone)),
  ];
};
