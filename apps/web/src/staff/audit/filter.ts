import { isDay } from '@hofn/domain';
import { type AuditAction, auditActions } from '@hofn/domain/audit.ts';

/** Filter of the audit log, as form field values; `search` is about the actor. */
export type Filter = {
  search: string;
  action: AuditAction | '';
  from: string;
  to: string;
  /** Chosen from an event; a kennitala that is typed takes precedence. */
  customer: { id: string; name: string } | null;
};

export const noFilter: Filter = { search: '', action: '', from: '', to: '', customer: null };

export const actionNamed = (name: string): AuditAction | '' =>
  auditActions.find((action) => action === name) ?? '';

/** Days of the query; an incomplete date leaves that end open. */
export const daysOf = ({ from, to }: Filter): { from?: string; to?: string } => ({
  ...(isDay(from) && { from }),
  ...(isDay(to) && { to }),
});
