import { type CustomerPage, changedLatelyDays, type WatchedChange } from '@hofn/contracts';
import { auditEvents, type Db } from '@hofn/database';
import type { AuditAction } from '@hofn/domain/audit.ts';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { isoInstant } from '../platform/instant.ts';

const watchedActions = [
  ...(['contact.change', 'contact.confirm', 'bank.change', 'paymentMethod.change'] as const),
  ...(['card.register', 'card.remove', 'access.give'] as const),
] satisfies AuditAction[];

type Event = Pick<
  typeof auditEvents.$inferSelect,
  'action' | 'at' | 'actorId' | 'details' | 'before' | 'after'
>;

const isPhone = (name: string): boolean => name === 'mobilePhone' || name === 'homePhone';

/** The contact details that an event changed: as it names them, or in rows of earlier releases what differs masked. */
const contactChanges = ({ details, before, after }: Event): string[] => {
  const changed = details?.changed;
  if (Array.isArray(changed)) return changed.map(String);
  const names = Object.keys({ ...before, ...after });
  return names.filter((name) => before?.[name] !== after?.[name]);
};

const changesOf = (event: Event): WatchedChange[] => {
  switch (event.action) {
    case 'contact.change':
    case 'contact.confirm': {
      const names = contactChanges(event);
      return [
        ...(names.includes('email') ? (['email'] as const) : []),
        ...(names.some(isPhone) ? (['phone'] as const) : []),
      ];
    }
    case 'bank.change':
      return ['bankAccount'];
    case 'access.give':
      return ['access'];
    default:
      return event.details?.refused === undefined ? ['paymentMethod'] : [];
  }
};

const dayMs = 86_400_000;
/** More than anybody makes by hand in two weeks. */
const mostRead = 200;

/**
 * Reads from the audit log which of a customer’s details were changed on My pages in the past two weeks, as a warning before anything
 * is paid, and when the contact details last changed. Changes made by a core system are not included.
 */
export const watchedChangesOf = async (
  db: Db,
  customerId: string,
  now: Date,
): Promise<Pick<CustomerPage, 'changedLately' | 'contactChangedAt'>> => {
  const events = await db
    .select({
      action: auditEvents.action,
      at: auditEvents.at,
      actorId: auditEvents.actorId,
      details: auditEvents.details,
      before: auditEvents.before,
      after: auditEvents.after,
    })
    .from(auditEvents)
    .where(and(eq(auditEvents.subjectId, customerId), inArray(auditEvents.action, watchedActions)))
    .orderBy(desc(auditEvents.id))
    .limit(mostRead);
  const changes = events.flatMap((event) =>
    changesOf(event).map((what) => ({
      what,
      at: isoInstant(event.at),
      by: event.actorId === customerId ? ('self' as const) : ('other' as const),
    })),
  );
  const since = new Date(now.getTime() - changedLatelyDays * dayMs);
  return {
    changedLately: changes.filter(({ at }) => new Date(at) >= since),
    contactChangedAt: changes.find(({ what }) => what === 'email' || what === 'phone')?.at ?? null,
  };
};
