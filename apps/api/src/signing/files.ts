import { formatDateTime, type Language } from '@hofn/texts';
import type { Customer } from '../platform/authorization.ts';
import type { FileType } from '../platform/file-response.ts';
import { isoInstant } from '../platform/instant.ts';
import { listFile } from '../platform/list-file.ts';
import { textsIn } from '../platform/texts.ts';
import type { SignedRow } from './store.ts';

/** The list of signed documents as a file (rule PORT-19). */
export const signedFile = (
  type: FileType,
  rows: readonly SignedRow[],
  reader: { subject: Customer; language: Language; now: Date },
): Promise<{ name: string; content: Uint8Array }> => {
  const { language } = reader;
  const t = textsIn(language);
  const aboutOf = ({ policy, claim }: SignedRow) =>
    policy ? `${policy.name}, ${policy.number}` : (claim?.number ?? '');
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
