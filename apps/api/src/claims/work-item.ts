import { claimEvents, claimMessages, claimNotices, claims, type Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant, type Language } from '@hofn/texts';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { recordEvent } from '../platform/events.ts';
import { isoInstant } from '../platform/instant.ts';
import {
  type CustomerRow,
  contactOf,
  type DescribedMatter,
  textOf,
  type WorkItemKind,
} from '../platform/work-items.ts';
import { type CasePolicies, createCasePolicies } from '../policies/case-policies.ts';
import type { ClaimChanges } from './changes.ts';
import { formAnswersOf } from './form-answers.ts';
import { claimHolder, noticeHolder } from './holders.ts';
import { decideNotice } from './notice-join.ts';
import { ownerOf } from './notice-owner.ts';

/** A claim that was filed without signing in: description, name and addresses are the reporter's. */
const describeNotice = async (db: Db, id: string): Promise<DescribedMatter | undefined> => {
  const [row] = await db.select().from(claimNotices).where(eq(claimNotices.id, id));
  if (!row) return undefined;
  const { line, form, language, name, ssn, policyNumber } = row;
  return {
    matter: {
      kind: 'claim',
      claimId: null,
      line,
      status: null,
      unverified: true,
      dateOfLoss: form.dateOfLoss,
      place: textOf(form.place),
      reporter: { name, ssn },
      owner: await ownerOf(db, row),
      policy: null,
      policyGiven: textOf(policyNumber),
      facts: formAnswersOf({ line, form }, language),
    },
    email: textOf(form.email),
    phone: textOf(form.phone),
    ssn: row.ssn,
    files: [{ owner: { id }, holder: noticeHolder(id) }],
    messages: [],
  };
};

const describeClaim = async (
  db: Db,
  customer: CustomerRow,
  id: string,
  reading: { language: Language; reader: Language; today: string; casePolicies: CasePolicies },
): Promise<DescribedMatter | undefined> => {
  const { language, reader, today, casePolicies } = reading;
  const [row] = await db
    .select()
    .from(claims)
    .where(and(eq(claims.customerId, customer.id), eq(claims.id, id)));
  if (!row) return undefined;
  const messages = await db
    .select()
    .from(claimMessages)
    .where(and(eq(claimMessages.customerId, customer.id), eq(claimMessages.claimId, id)))
    .orderBy(asc(claimMessages.sentAt), asc(claimMessages.id));
  const { line, status, unverified, dateOfLoss, form } = row;
  const notice = await describeNotice(db, id);
  const [filed] = await db
    .select({ name: claimEvents.name })
    .from(claimEvents)
    .where(
      and(eq(claimEvents.customerId, customer.id), eq(claimEvents.claimId, id), isNull(claimEvents.status)),
    )
    .orderBy(asc(claimEvents.sequence))
    .limit(1);
  const reported = notice?.matter.kind === 'claim' ? notice.matter : undefined;
  const loss = { line, dateOfLoss, causes: form?.causes ?? [] };
  const policy = await casePolicies.find(customer, row.policyId, { language: reader, today, loss });
  const { email, phone, ssn } = unverified && notice ? notice : contactOf(customer);
  return {
    matter: {
      kind: 'claim',
      claimId: id,
      line,
      status,
      unverified,
      dateOfLoss,
      place: row.place ?? textOf(form?.place),
      reporter: reported?.reporter ?? (filed?.name ? { name: filed.name, ssn: null } : null),
      owner: reported?.owner ?? null,
      policy,
      policyGiven: reported?.policyGiven ?? null,
      facts: formAnswersOf(row, language),
    },
    email,
    phone,
    ssn,
    // Files of a notice stay with it until it is known who sent it.
    files: [
      { owner: { id }, holder: noticeHolder(id) },
      { owner: { id: customer.id }, holder: claimHolder(id) },
    ],
    messages: messages.map(({ id: messageId, fromInsurer, author, text, sentAt }) => ({
      id: messageId,
      fromUs: fromInsurer,
      author,
      text,
      at: isoInstant(sentAt),
      delivery: 'portal',
    })),
  };
};

/** A claim, as staff read it; its answers are messages of the claim. */
export const claimWorkItem = (
  { db, clock }: { db: Db; clock: Clock },
  changes: ClaimChanges,
): WorkItemKind => {
  const casePolicies = createCasePolicies(db);
  return {
    describe: ({ row: { matterId: id, language }, customer, reader }) =>
      customer
        ? describeClaim(db, customer, id, {
            language,
            reader,
            today: dayOfInstant(clock.now()),
            casePolicies,
          })
        : describeNotice(db, id),
    answer: async (tx, { employee, customer, described: { matter }, text }) => {
      if (matter.kind !== 'claim' || matter.claimId === null) return false;
      await changes.write(
        tx,
        { actor: { kind: 'employee', id: employee.id }, subject: customer },
        matter.claimId,
        { fromInsurer: true, author: employee.name, text },
      );
      return true;
    },
    receiveReply: async (tx, { customer, described: { matter }, author, text }) => {
      if (matter.kind !== 'claim' || matter.claimId === null) return false;
      const written = await changes.write(
        tx,
        { actor: { kind: 'customer', id: customer.id }, subject: customer },
        matter.claimId,
        { fromInsurer: false, author, text },
      );
      const about = { claimId: matter.claimId, messageId: written.id };
      await recordEvent(tx, 'claim.messageSent', customer.id, about);
      return true;
    },
    decideOwner: async (tx, { row, employee, isOwners }) =>
      decideNotice(tx, changes, row.matterId, { isOwners, employee }),
  };
};
