import type { CaseMatter, CaseMessage, StaffCase } from '@hofn/contracts';
import {
  claimEvents,
  claimMessages,
  claimNotices,
  claims,
  customers,
  type Db,
  memos,
  policies,
  products,
  changeRequests as requests,
  submissions,
} from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { factsOf } from '../claims/facts.ts';
import { claimHolder, noticeHolder } from '../claims/holders.ts';
import { memoHolder } from '../documents/attachments.ts';
import type { Customer, Owner } from '../platform/access.ts';
import type { Holder } from '../platform/uploads/store.ts';
import { submissionHolder } from '../platform/uploads/uploads.ts';
import type { CaseRow } from './store.ts';

/** What was sent, who sent it as far as they say, how they are answered, and where its files are. */
export type Sent = Pick<StaffCase, 'matter' | 'email' | 'phone' | 'ssn' | 'answerBy'> & {
  /** The customer whose it is known to be. */
  customer: Customer | null;
  files: Array<{ owner: Owner; holder: Holder }>;
  /** What was written to and fro where the matter itself keeps it, as a claim does. */
  messages: CaseMessage[];
};

const digitsOf = (value: unknown): string | null => {
  const digits = typeof value === 'string' ? value.replaceAll(/\D/g, '') : '';
  return digits.length === 10 ? digits : null;
};
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const first = <Item>(...values: ReadonlyArray<Item | null>): Item | null =>
  values.find((value) => value !== null) ?? null;

const answerBy = (email: string | null, known: boolean): Sent['answerBy'] => {
  if (!known) return email === null ? 'none' : 'email';
  return email === null ? 'portal' : 'both';
};

type CustomerRow = typeof customers.$inferSelect;
type Part = Omit<Sent, 'customer' | 'answerBy'>;

const ofCustomer = (row: CustomerRow): Pick<Part, 'email' | 'phone' | 'ssn'> => ({
  email: row.email,
  phone: row.mobilePhone,
  ssn: row.ssn,
});

/** Reads what cases are about out of the tables of their kinds. Whoever calls it may see every case. */
export const createMatters = (db: Db) => {
  const customerOf = async (id: string | null): Promise<CustomerRow | undefined> =>
    id === null ? undefined : (await db.select().from(customers).where(eq(customers.id, id)))[0];

  const submission = async (id: string): Promise<Part | undefined> => {
    const [row] = await db.select().from(submissions).where(eq(submissions.id, id));
    if (!row) return undefined;
    const { fields } = row;
    return {
      matter: { kind: 'form', fields },
      email: row.email,
      phone: textOf(fields.phone),
      ssn: first(digitsOf(fields.ssn), digitsOf(fields.companySsn), digitsOf(fields.guardianSsn)),
      files: [{ owner: { id }, holder: { kind: submissionHolder, id } }],
      messages: [],
    };
  };

  /** A claim that was filed without signing in: the words, name and addresses are the reporter's. */
  const notice = async (id: string): Promise<Part | undefined> => {
    const [row] = await db.select().from(claimNotices).where(eq(claimNotices.id, id));
    if (!row) return undefined;
    const { line, form, language, name, ssn } = row;
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
        facts: factsOf({ line, form }, language),
      },
      email: textOf(form.email),
      phone: textOf(form.phone),
      ssn: row.ssn,
      files: [{ owner: { id }, holder: noticeHolder(id) }],
      messages: [],
    };
  };

  const claim = async (customer: CustomerRow, id: string, language: Language): Promise<Part | undefined> => {
    const own = and(eq(claims.customerId, customer.id), eq(claims.id, id));
    const [row] = await db.select().from(claims).where(own);
    if (!row) return undefined;
    const written = await db
      .select()
      .from(claimMessages)
      .where(and(eq(claimMessages.customerId, customer.id), eq(claimMessages.claimId, id)))
      .orderBy(asc(claimMessages.sentAt), asc(claimMessages.id));
    const { line, status, unverified, dateOfLoss, form } = row;
    const sent = await notice(id);
    const [filed] = await db
      .select({ name: claimEvents.name })
      .from(claimEvents)
      .where(
        and(eq(claimEvents.customerId, customer.id), eq(claimEvents.claimId, id), isNull(claimEvents.status)),
      )
      .orderBy(asc(claimEvents.sequence))
      .limit(1);
    const reporter = sent?.matter.kind === 'claim' ? sent.matter.reporter : null;
    const { email, phone, ssn } = unverified && sent ? sent : ofCustomer(customer);
    return {
      matter: {
        kind: 'claim',
        claimId: id,
        line,
        status,
        unverified,
        dateOfLoss,
        place: row.place ?? textOf(form?.place),
        reporter: reporter ?? (filed?.name ? { name: filed.name, ssn: null } : null),
        facts: factsOf(row, language),
      },
      email,
      phone,
      ssn,
      // What came with a notice stays where it was put until it is known who sent it.
      files: [
        { owner: { id }, holder: noticeHolder(id) },
        { owner: { id: customer.id }, holder: claimHolder(id) },
      ],
      messages: written.map(({ id: messageId, fromInsurer, author, text, sentAt }) => ({
        id: messageId,
        fromUs: fromInsurer,
        author,
        text,
        at: new Date(sentAt).toISOString(),
        delivery: 'portal',
      })),
    };
  };

  const memo = async (customer: CustomerRow, id: string): Promise<Part | undefined> => {
    const [row] = await db
      .select({ text: memos.text })
      .from(memos)
      .where(and(eq(memos.customerId, customer.id), eq(memos.id, id)));
    if (!row) return undefined;
    return {
      matter: { kind: 'memo', documentId: id, text: row.text },
      ...ofCustomer(customer),
      files: [{ owner: { id: customer.id }, holder: memoHolder(id) }],
      messages: [],
    };
  };

  const change = async (customer: CustomerRow, id: string, language: Language): Promise<Part | undefined> => {
    const [row] = await db
      .select({
        change: requests,
        number: policies.number,
        name: language === 'is' ? products.nameIs : products.nameEn,
      })
      .from(requests)
      .leftJoin(
        policies,
        and(eq(policies.customerId, requests.customerId), eq(policies.id, requests.policyId)),
      )
      .leftJoin(products, eq(products.id, policies.productId))
      .where(and(eq(requests.customerId, customer.id), eq(requests.id, id)));
    if (!row) return undefined;
    const { effectiveOn, premium, state, before, after, policyId } = row.change;
    const policy =
      policyId !== null && row.name !== null && row.number !== null
        ? { id: policyId, name: row.name, number: row.number }
        : null;
    return {
      matter: { kind: 'change', policy, effectiveOn, premium, state, before, after },
      ...ofCustomer(customer),
      files: [],
      messages: [],
    };
  };

  const read = (
    { kind, matterId, language }: CaseRow,
    customer: CustomerRow | undefined,
    reader: Language,
  ): Promise<Part | undefined> | Part | undefined => {
    if (kind === 'inquiry' || kind === 'form') return submission(matterId);
    if (kind === 'claim') return customer ? claim(customer, matterId, language) : notice(matterId);
    if (!customer) return undefined;
    if (kind === 'memo') return memo(customer, matterId);
    if (kind === 'change') return change(customer, matterId, reader);
    const matter: CaseMatter = { kind: 'privacy', requestId: matterId };
    return { matter, ...ofCustomer(customer), files: [], messages: [] };
  };

  return {
    /** What a case is about, words of ours in the language of who reads it; nothing when it is not there any more. */
    sent: async (row: CaseRow, reader: Language): Promise<Sent | undefined> => {
      const customer = await customerOf(row.customerId);
      const part = await read(row, customer, reader);
      if (!part) return undefined;
      // With someone's kennitala anyone can file a claim: until a handler has looked into it, it is no customer's.
      const known = customer !== undefined && !(part.matter.kind === 'claim' && part.matter.unverified);
      return {
        ...part,
        answerBy: answerBy(part.email, known),
        customer: known
          ? { id: customer.id, kind: customer.kind, ssn: customer.ssn, fullName: customer.fullName }
          : null,
      };
    },
    /** Says in the submission itself whether anyone has something to do with it. */
    settleSubmission: async (tx: Db, id: string, state: 'received' | 'closed'): Promise<void> => {
      await tx.update(submissions).set({ state }).where(eq(submissions.id, id));
    },
  };
};
export type Matters = ReturnType<typeof createMatters>;
