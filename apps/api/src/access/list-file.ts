import type { AccessGrant } from '@hofn/contracts';
import { formatKennitala } from '@hofn/domain';
import { formatDate, type Language } from '@hofn/texts';
import type { FileType } from '../platform/file-response.ts';
import { listFile } from '../platform/list-file.ts';
import { textsIn } from '../platform/texts.ts';
import type { GrantParty } from './store.ts';

/** A list of access grants as a file (rule PORT-19): those a customer has given, or those a person has received. */
export const grantsFile = (
  type: FileType,
  which: 'given' | 'received',
  rows: readonly AccessGrant[],
  reader: { subject: GrantParty; language: Language; now: Date },
): Promise<{ name: string; content: Uint8Array }> => {
  const { language } = reader;
  const t = textsIn(language);
  const date = (day: string) => formatDate(language, day);
  const list = {
    name: `lists|${which === 'given' ? 'accessGiven' : 'accessHeld'}` as const,
    title: which === 'given' ? t('access|givenFor', { name: reader.subject.fullName }) : t('access|held'),
    rows,
    columns: [
      { heading: t('access|name'), share: 28, stored: ({ name }: AccessGrant) => name },
      { heading: t('access|ssn'), share: 16, stored: ({ ssn }: AccessGrant) => formatKennitala(ssn) },
      { heading: t('access|role'), share: 18, stored: ({ role }: AccessGrant) => t(`accessRole|${role}`) },
      {
        heading: t('access|since'),
        share: 14,
        stored: ({ validFrom }: AccessGrant) => validFrom,
        shown: ({ validFrom }: AccessGrant) => date(validFrom),
      },
      {
        heading: t('access|until'),
        share: 14,
        stored: ({ endedOn, validTo }: AccessGrant) => endedOn ?? validTo,
        shown: ({ endedOn, validTo }: AccessGrant) => date(endedOn ?? validTo),
      },
      {
        heading: t('table|state'),
        share: 14,
        stored: ({ state }: AccessGrant) => t(`access|state.${state === 'active' ? 'active' : 'ended'}`),
      },
    ],
  };
  return listFile(type, list, reader);
};
