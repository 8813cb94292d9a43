import type { MoneyMovement } from '@hofn/contracts';
import { formatKennitala } from '@hofn/domain';
import { formatDate, formatMoney, type Language } from '@hofn/texts';
import type { FileType } from '../platform/file-response.ts';
import { listFile } from '../platform/list-file.ts';
import { textsIn } from '../platform/texts.ts';

/** The payments of a list as a file. */
export const movementsFile = (
  type: FileType,
  rows: readonly MoneyMovement[],
  reader: { language: Language; now: Date },
): Promise<{ name: string; content: Uint8Array }> => {
  const { language } = reader;
  const t = textsIn(language);
  const amount = (heading: string, direction: MoneyMovement['direction']) => ({
    heading,
    share: 11,
    figures: true,
    stored: (row: MoneyMovement) => (row.direction === direction ? row.amount : null),
    shown: (row: MoneyMovement) => (row.direction === direction ? formatMoney(language, row.amount) : ''),
  });
  return listFile(
    type,
    {
      name: 'lists|money',
      title: t('money|title'),
      rows,
      columns: [
        {
          heading: t('money|day'),
          share: 10,
          stored: ({ day }) => day,
          shown: ({ day }) => formatDate(language, day, 'short'),
        },
        {
          heading: t('money|what'),
          share: 18,
          stored: ({ kind, method, text, withheld }) =>
            [
              t(`moneyKind|${kind}`),
              method && t(`moneyMethod|${method}`),
              withheld ? t('money|withheld') : text,
            ]
              .filter(Boolean)
              .join(', '),
        },
        { heading: t('money|state'), share: 10, stored: ({ state }) => t(`moneyState|${state}`) },
        amount(t('money|direction.in'), 'in'),
        amount(t('money|direction.out'), 'out'),
        { heading: t('money|customer'), share: 15, stored: ({ customer }) => customer?.name ?? null },
        {
          heading: t('money|ssn'),
          share: 10,
          stored: ({ customer }) => customer && formatKennitala(customer.ssn),
        },
        { heading: t('money|through'), share: 11, stored: ({ through }) => through },
        { heading: t('money|reference'), share: 12, stored: ({ reference }) => reference },
        { heading: t('money|fault'), share: 10, stored: ({ fault }) => fault },
      ],
    },
    reader,
  );
};
