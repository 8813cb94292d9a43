import type { Signable } from '@hofn/contracts';
import { formatDate, formatDateTime, type Language } from '@hofn/texts';
import type { Customer } from '../platform/authorization.ts';
import type { FileType } from '../platform/file-response.ts';
import { isoInstant } from '../platform/instant.ts';
import { listFile } from '../platform/list-file.ts';
import { textsIn } from '../platform/texts.ts';
import { aboutOf } from './documents.ts';
import type { SignedRow } from './store.ts';

const stateText = {
  waiting: 'signing|stateWaiting',
  expired: 'signing|stateExpired',
  unsignable: 'signing|stateUnsignable',
} as const;

/** The list of documents to sign as a file (rule PORT-19). */
export const toSignFile = (
  type: FileType,
  rows: readonly Signable[],
  reader: { subject: Customer; language: Language; now: Date },
): Promise<{ name: string; content: Uint8Array }> => {
  const { language } = reader;
  const t = textsIn(language);
  const list = {
    name: 'lists|toSign' as const,
    title: t('signing|title'),
    rows,
    columns: [
      { heading: t('signing|document'), share: 28, stored: ({ title }: Signable) => title },
      { heading: t('documents|policy'), share: 26, stored: aboutOf },
      {
        heading: t('signing|issued'),
        share: 14,
        stored: ({ date }: Signable) => date,
        shown: ({ date }: Signable) => formatDate(language, date, 'short'),
      },
      {
        heading: t('signing|signBy'),
        share: 14,
        stored: ({ signBy }: Signable) => signBy,
        shown: ({ signBy }: Signable) => formatDate(language, signBy, 'short'),
      },
      { heading: t('table|state'), share: 18, stored: ({ state }: Signable) => t(stateText[state]) },
    ],
  };
  return listFile(type, list, reader);
};

/** The list of signed documents as a file (rule PORT-19). */
export const signedFile = (
  type: FileType,
  rows: readonly SignedRow[],
  reader: { subject: Customer; language: Language; now: Date },
): Promise<{ name: string; content: Uint8Array }> => {
  const { language } = reader;
  const t = textsIn(language);
  const list = {
    name: 'lists|signed' as const,
    title: t('signing|signedTitle'),
    rows,
    columns: [
      { heading: t('signing|document'), share: 30, stored: ({ title }: SignedRow) => title },
      { heading: t('documents|policy'), share: 26, stored: aboutOf },
      {
        heading: t('signing|signedAt'),
        share: 20,
        stored: ({ signed }: SignedRow) => isoInstant(signed.signedAt),
        shown: ({ signed }: SignedRow) => formatDateTime(language, signed.signedAt),
      },
      { heading: t('signing|signer'), share: 24, stored: ({ signed }: SignedRow) => signed.signerName },
    ],
  };
  return listFile(type, list, reader);
};
