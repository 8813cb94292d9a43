import type { AuditEvent } from '@hofn/contracts';
import { type AuditAction, auditActions } from '@hofn/domain/audit.ts';
import type { useTexts } from '../../engine/index.ts';

type StaffTexts = ReturnType<typeof useTexts<'staff'>>;

const isKnown = (action: string): action is AuditAction => auditActions.some((known) => known === action);

/** The action in words; actions of another release as they are stored. */
export const actionOf = (t: StaffTexts, { action }: AuditEvent): string =>
  isKnown(action) ? t(`audit|action.${action}`) : action;

/** The actor's name today, or what is known of them. */
export const actorOf = (t: StaffTexts, { actor }: AuditEvent): string =>
  actor.name ?? actor.id ?? t(`audit|actor.${actor.kind}`);

const reasons = ['service', 'claim', 'privacy', 'fault'] as const;

/** The authority with its role or reason. */
export const authorityOf = (t: StaffTexts, { authority, authorityDetail }: AuditEvent): string => {
  const reason = reasons.find((name) => name === authorityDetail);
  const detail = authority === 'staffView' && reason ? t(`staffView|reason.${reason}`) : authorityDetail;
  const name = t(`audit|authority.${authority}`);
  return detail === null ? name : `${name} (${detail})`;
};
