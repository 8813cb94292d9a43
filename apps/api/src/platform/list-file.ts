import { formatKennitala } from '@hofn/domain';
import { dayOfInstant, formatDate, type Language } from '@hofn/texts';
import type { Customer } from './authorization.ts';
import { csvOf, type FileType } from './file-response.ts';
import { writePdf } from './pdf/pdf.ts';
import { textsIn } from './texts.ts';

/** A column of a list that can be downloaded as a file. */
export type FileColumn<Row> = {
  heading: string;
  /** Share of the PDF's width, relative to the other columns. */
  share: number;
  figures?: boolean;
  /** The cell in the CSV: figures and days as stored. */
  stored: (row: Row) => string | number | null;
  /** The cell in the PDF, where it differs. */
  shown?: (row: Row) => string;
};

/** A list as CSV or PDF (rule PORT-19). `name` is the text key of the file name, which includes the day. */
export const listFile = async <Row>(
  type: FileType,
  list: {
    name: `lists|${'signed' | 'toSign' | 'matters' | 'views' | 'offers' | 'accessGiven' | 'accessHeld' | 'audit' | 'complaints' | 'money' | 'ledger'}`;
    title: string;
    columns: readonly FileColumn<Row>[];
    rows: readonly Row[];
  },
  { subject, language, now }: { subject?: Pick<Customer, 'fullName' | 'ssn'>; language: Language; now: Date },
): Promise<{ name: string; content: Uint8Array }> => {
  const t = textsIn(language);
  const { title, columns, rows } = list;
  const today = dayOfInstant(now);
  const name = t(list.name, { date: today });
  if (type === 'text/csv') {
    const headings = columns.map(({ heading }) => heading);
    const cells = rows.map((row) => columns.map(({ stored }) => stored(row)));
    return { name: `${name}.csv`, content: csvOf(language, headings, cells) };
  }
  const cellOf = ({ stored, shown }: FileColumn<Row>, row: Row) =>
    shown ? shown(row) : String(stored(row) ?? '');
  const content = await writePdf(
    {
      language,
      title,
      lead: [
        ...(subject ? [`${subject.fullName} · ${formatKennitala(subject.ssn)}`] : []),
        t('pdf|asOf', { date: formatDate(language, today) }),
      ],
      blocks: [
        rows.length === 0
          ? { kind: 'text', text: t('lists|nothing') }
          : {
              kind: 'table',
              columns: columns.map(({ heading, share, figures }) => ({
                heading,
                share,
                ...(figures && { figures }),
              })),
              rows: rows.map((row) => columns.map((column) => cellOf(column, row))),
            },
      ],
    },
    now,
  );
  return { name: `${name}.pdf`, content };
};
