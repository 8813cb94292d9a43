import type { StaffView } from '@hofn/contracts';
import { formatDateTime, type Language } from '@hofn/texts';
import type { Customer } from '../platform/authorization.ts';
import type { FileType } from '../platform/file-response.ts';
import { listFile } from '../platform/list-file.ts';
import { textsIn } from '../platform/texts.ts';

/** The list of staff views as a file (rule PORT-19). */
export const viewsFile = (
  type: FileType,
  rows: readonly StaffView[],
  reader: { subject: Customer; language: Language; now: Date },
): Promise<{ name: string; content: Uint8Array }> => {
  const { language, subject } = reader;
  const t = textsIn(language);
  const list = {
    name: 'lists|views' as const,
    title: t(subject.kind === 'company' ? 'views|titleCompany' : 'views|title'),
    rows,
    columns: [
      {
        heading: t('views|when'),
        share: 26,
        stored: ({ openedAt }: StaffView) => openedAt,
        shown: ({ openedAt }: StaffView) => formatDateTime(language, openedAt),
      },
      { heading: t('views|who'), share: 26, stored: ({ employee }: StaffView) => employee },
      {
        heading: t('views|why'),
        share: 20,
        stored: ({ reason }: StaffView) => t(`staffView|reason.${reason}`),
      },
      {
        heading: t('views|what'),
        share: 28,
        stored: ({ parts }: StaffView) => parts.map((part) => t(`views|part.${part}`)).join(', '),
      },
    ],
  };
  return listFile(type, list, reader);
};
