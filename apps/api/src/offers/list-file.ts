import type { OffersPending } from '@hofn/contracts';
import { formatDate, formatMoney, type Language } from '@hofn/texts';
import type { Customer } from '../platform/authorization.ts';
import type { FileType } from '../platform/file-response.ts';
import { listFile } from '../platform/list-file.ts';
import { textsIn } from '../platform/texts.ts';

type Offer = OffersPending['items'][number];

/** The list of offers as a file (rule PORT-19). */
export const offersFile = (
  type: FileType,
  rows: readonly Offer[],
  reader: { subject: Customer; language: Language; now: Date },
): Promise<{ name: string; content: Uint8Array }> => {
  const { language } = reader;
  const t = textsIn(language);
  const list = {
    name: 'lists|offers' as const,
    title: t('offers|title'),
    rows,
    columns: [
      { heading: t('offers|number'), share: 14, stored: ({ number }: Offer) => number },
      { heading: t('pdf|policyType'), share: 24, stored: ({ name }: Offer) => name },
      { heading: t('offers|insured'), share: 22, stored: ({ insured }: Offer) => insured },
      { heading: t('table|state'), share: 12, stored: ({ state }: Offer) => t(`offerStatus|${state}`) },
      {
        heading: t('offers|answerBy'),
        share: 14,
        stored: ({ validTo }: Offer) => validTo,
        shown: ({ validTo }: Offer) => formatDate(language, validTo, 'short'),
      },
      {
        heading: t('offers|premium'),
        share: 14,
        figures: true,
        stored: ({ premiumPerYear }: Offer) => premiumPerYear,
        shown: ({ premiumPerYear }: Offer) => formatMoney(language, premiumPerYear),
      },
    ],
  };
  return listFile(type, list, reader);
};
