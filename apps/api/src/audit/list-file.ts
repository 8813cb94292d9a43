import type { AuditEvent } from '@hofn/contracts';
import { type AuditAction, auditActions } from '@hofn/domain/audit.ts';
import { formatDateTime, type Language } from '@hofn/texts';
import type { FileType } from '../platform/file-response.ts';
import { listFile } from '../platform/list-file.ts';
import { textsIn } from '../platform/texts.ts';

const isKnown = (action: string): action is AuditAction =>
  (auditActions as readonly string[]).includes(action);

const jsonOf = (values: Record<string, unknown> | null): string => (values ? JSON.stringify(values) : '');

/** Audit events as a file (rule PORT-19). The CSV has ids and values as they are stored. */
export const auditFile = (
  type: FileType,
  rows: readonly AuditEvent[],
  reader: { language: Language; now: Date },
): Promise<{ name: string; content: Uint8Array }> => {
  const { language } = reader;
  const t = textsIn(language);
  const nameOf = ({ action }: AuditEvent) => (isKnown(action) ? t(`audit|action.${action}`) : action);
  const actorOf = ({ actor }: AuditEvent) => actor.name ?? actor.id ?? t(`audit|actor.${actor.kind}`);
  const column = (
    heading: Parameters<typeof t>[0],
    share: number,
    stored: (row: AuditEvent) => string | number,
  ) => ({
    heading: t(heading as 'audit|when'),
    share,
    stored,
  });
  const columns = [
    {
      ...column('audit|when', 20, ({ at }) => at),
      shown: ({ at }: AuditEvent) => formatDateTime(language, at),
    },
    column('audit|what', 24, nameOf),
    column('audit|who', 20, actorOf),
    column('audit|customer', 20, ({ customer }) => customer?.name ?? customer?.id ?? ''),
    column('audit|authority', 16, ({ authority }) => t(`audit|authority.${authority}`)),
  ];
  const stored = [
    column('audit|seq', 1, ({ seq }) => seq),
    column('audit|code', 1, ({ action }) => action),
    column('audit|whoId', 1, ({ actor }) => actor.id ?? ''),
    column('audit|customerId', 1, ({ customer }) => customer?.id ?? ''),
    column('audit|authorityDetail', 1, ({ authorityDetail }) => authorityDetail ?? ''),
    column('audit|object', 1, ({ object }) => object ?? ''),
    column('audit|details', 1, ({ details }) => jsonOf(details)),
    column('audit|before', 1, ({ before }) => jsonOf(before)),
    column('audit|after', 1, ({ after }) => jsonOf(after)),
    column('audit|address', 1, ({ address }) => address ?? ''),
    column('audit|request', 1, ({ requestId }) => requestId ?? ''),
  ];
  return listFile(
    type,
    {
      name: 'lists|audit',
      title: t('audit|title'),
      rows,
      columns: type === 'text/csv' ? [...columns, ...stored] : columns,
    },
    reader,
  );
};
