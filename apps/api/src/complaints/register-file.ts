import type { RegisteredComplaint } from '@hofn/contracts';
import { formatDate, type Language } from '@hofn/texts';
import type { FileType } from '../platform/file-response.ts';
import { type FileColumn, listFile } from '../platform/list-file.ts';
import { textsIn } from '../platform/texts.ts';

/** A year of the register of complaints as a file: what the list shows, and no text that anybody wrote. */
export const registerFile = (
  type: FileType,
  { year, rows }: { year: number; rows: readonly RegisteredComplaint[] },
  reader: { language: Language; now: Date },
): Promise<{ name: string; content: Uint8Array }> => {
  const { language } = reader;
  const t = textsIn(language);
  const dayColumn = (
    heading: string,
    of: (row: RegisteredComplaint) => string | null,
  ): FileColumn<RegisteredComplaint> => ({
    heading,
    share: 13,
    stored: of,
    shown: (row) => {
      const day = of(row);
      return day === null ? '' : formatDate(language, day, 'short');
    },
  });
  return listFile(
    type,
    {
      name: 'lists|complaints',
      title: `${t('complaintRegister|title')} ${year}`,
      rows,
      columns: [
        { heading: t('complaintRegister|reference'), share: 17, stored: ({ reference }) => reference },
        {
          heading: t('complaintRegister|subject'),
          share: 11,
          stored: ({ subject }) => t(`complaintSubject|${subject}`),
        },
        dayColumn(t('complaintRegister|receivedOn'), ({ receivedOn }) => receivedOn),
        dayColumn(t('complaintRegister|dueOn'), ({ dueOn }) => dueOn),
        dayColumn(t('complaintRegister|decidedOn'), ({ decidedOn }) => decidedOn),
        {
          heading: t('complaintRegister|late'),
          share: 9,
          stored: ({ late }) => (late ? t('complaintRegister|isLate') : ''),
        },
        {
          heading: t('complaintRegister|outcome'),
          share: 18,
          stored: ({ outcome }) =>
            outcome === null ? t('complaintRegister|open') : t(`complaintOutcome|${outcome}`),
        },
        {
          heading: t('complaintRegister|cause'),
          share: 14,
          stored: ({ cause }) => (cause === null ? null : t(`complaintCause|${cause}`)),
        },
      ],
    },
    reader,
  );
};
