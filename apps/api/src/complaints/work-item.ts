import type { CaseMatter } from '@hofn/contracts';
import { cases, type Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Language } from '@hofn/texts';
import { and, eq } from 'drizzle-orm';
import { isoInstant } from '../platform/instant.ts';
import type { Mails } from '../platform/mail/mails.ts';
import { contactOf, isAbout, matterIdOf, type WorkItemKind } from '../platform/work-items.ts';
import { createDeciding, writtenLetter } from './decide.ts';
import { handlersOf } from './handlers.ts';
import { aboutTitle, letterOf } from './letter.ts';
import { type ComplaintRow, createComplaintStore } from './store.ts';

type ComplaintMatter = Extract<CaseMatter, { kind: 'complaint' }>;

/** The case of the claim or the request that a complaint is about. Whether the reader may open it, it decides itself. */
const aboutCase = async (db: Db, { customerId, about, aboutId }: ComplaintRow): Promise<string | null> => {
  if (aboutId === null || (about !== 'claim' && about !== 'request')) return null;
  const [row] = await db
    .select({ id: cases.id })
    .from(cases)
    .where(and(eq(cases.customerId, customerId), isAbout(about === 'claim' ? 'claim' : 'change', aboutId)));
  return row?.id ?? null;
};

const decidedOf = (row: ComplaintRow): ComplaintMatter['decided'] => {
  const { outcome, cause, decidedByName: by, decidedAt, letter, note } = row;
  if (outcome === null || cause === null || by === null || decidedAt === null || letter === null) return null;
  return { outcome, cause, by, at: isoInstant(decidedAt), letter, note };
};

const matterOf = async (db: Db, row: ComplaintRow, reader: Language): Promise<ComplaintMatter> => ({
  kind: 'complaint',
  complaintId: row.id,
  subject: row.about,
  about: (await aboutTitle(db, row, reader)) ?? null,
  aboutCase: await aboutCase(db, row),
  text: row.text,
  wishes: row.wishes,
  dueOn: row.dueOn,
  handlers: (await handlersOf(db, row)).map(({ name }) => name),
  decided: decidedOf(row),
});

/** A complaint, as staff read and decide it (rule RIGHT-2). */
export const complaintWorkItem = (parts: {
  db: Db;
  clock: Clock;
  mails: Mails;
  site: string;
}): WorkItemKind => {
  const { db, site } = parts;
  const decide = createDeciding(parts);
  return {
    describe: async ({ row, customer, reader }) => {
      const complaint = customer && (await createComplaintStore(db).one(customer.id, matterIdOf(row)));
      if (!complaint) return undefined;
      return {
        matter: await matterOf(db, complaint, reader),
        ...contactOf(customer),
        files: [],
        messages: [],
      };
    },
    isUndecided: async (tx, row) =>
      (await createComplaintStore(tx).one(row.customerId ?? '', matterIdOf(row)))?.decidedAt === null,
    handlers: async (tx, row) => {
      const complaint = await createComplaintStore(tx).one(row.customerId ?? '', matterIdOf(row));
      return complaint ? handlersOf(tx, complaint) : [];
    },
    decide: (tx, { row, employee, decision }) => decide(tx, row, decision, employee),
    previewDecision: async ({ row, customer, employee, decision }) => {
      const complaint = await createComplaintStore(db).one(customer.id, matterIdOf(row));
      if (!complaint || complaint.decidedAt !== null) return undefined;
      const body = await writtenLetter(db, complaint, decision, { reviewer: employee.name, site });
      return letterOf(complaint, body, { subject: customer, site });
    },
  };
};
