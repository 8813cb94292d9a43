import type { PurchasedAnswer } from '@hofn/contracts';
import { type FormValues, visibleFieldsOf } from '@hofn/domain/forms.ts';
import { type PricedProduct, priceFieldsOf } from '@hofn/domain/price-form.ts';
import { type InsuredThing, needsFieldsOf } from '@hofn/domain/purchase.ts';
import { formatMoney, formatNumber, type Language } from '@hofn/texts';
import { z } from 'zod';
import type { ContentReader } from '../content/service.ts';
import { Fault } from '../platform/fault.ts';
import { textsIn } from '../platform/texts.ts';

const words = z.object({
  fields: z
    .array(
      z.object({
        name: z.string(),
        label: z.string(),
        options: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
      }),
    )
    .default([]),
});

/**
 * The answers that a price was given for, in the words in which they were asked on the site.
 * @throws Fault `serviceUnavailable` when the content service has not said them: nobody buys what they cannot read
 */
export const priceAnswers = async (
  content: ContentReader,
  { product, answers }: { product: PricedProduct; answers: FormValues },
  language: Language,
): Promise<PurchasedAnswer[]> => {
  const document = await content.document('prices', 'prices', language).catch((cause: unknown) => {
    throw new Fault('serviceUnavailable', { cause });
  });
  const { fields } = words.parse(document);
  return visibleFieldsOf(priceFieldsOf(product), answers).map(({ name, type }) => {
    const asked = fields.find((field) => field.name === name);
    const shown = (answer: string): string => {
      const option = asked?.options?.find(({ value }) => value === answer);
      if (option) return option.label;
      if (type === 'money') return formatMoney(language, Number(answer));
      return type === 'number' ? formatNumber(language, Number(answer)) : answer;
    };
    const given = [answers[name] ?? []].flat().filter((answer) => typeof answer === 'string');
    return { question: asked?.label ?? name, answer: given.map(shown).join(', ') };
  });
};

/** The questions about needs with their answers, in the words in which they were asked. */
export const needsAnswers = (
  thing: InsuredThing,
  needs: Readonly<Record<string, string>>,
  language: Language,
): PurchasedAnswer[] => {
  const t = textsIn(language);
  return needsFieldsOf(thing).map(({ name }) => ({
    question: t.find(`purchaseNeed|${name}`) ?? name,
    answer: t.find(`purchaseNeed|${name}.${needs[name] ?? ''}`) ?? '',
  }));
};
