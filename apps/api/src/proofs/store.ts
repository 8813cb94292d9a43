import { type Db, mails, type ProofFacts, proofCodes, proofs } from '@hofn/database';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import type { MailKind } from '../platform/consents.ts';
import { isoInstant } from '../platform/instant.ts';

export type ProofRow = typeof proofs.$inferSelect;

/** An e-mail with a proof, and what became of it. */
export type ProofMail = Pick<typeof mails.$inferSelect, 'recipient' | 'createdAt' | 'sentAt' | 'failedAt'> & {
  proofId: string;
};

/** A code that we have issued; without its proof, that has been erased since. */
export type CheckedCode = Pick<typeof proofCodes.$inferSelect, 'kind' | 'issuedAt'> & {
  proof: ProofRow | null;
};

const mostListed = 50;
const kindOfMail: MailKind = 'insuranceProof';

/** Proofs that customers have had made for others. All queries but the public check name the subject. */
export const createProofStore = (db: Db) => {
  const proofOfMail = sql<string>`${mails.about} ->> 'proofId'`;
  return {
    add: async (tx: Db, row: Omit<ProofRow, 'facts'> & { facts: ProofFacts }): Promise<void> => {
      await tx.insert(proofs).values(row);
    },

    /** Proofs of a policy, newest first. */
    ofPolicy: (subject: Pick<Customer, 'id'>, policyId: string): Promise<ProofRow[]> =>
      db
        .select()
        .from(proofs)
        .where(
          and(eq(proofs.customerId, subject.id), eq(proofs.policyId, policyId), eq(proofs.kind, 'insurance')),
        )
        .orderBy(desc(proofs.issuedAt), desc(proofs.id))
        .limit(mostListed),

    /** Claims-history statements, newest first. */
    statements: (subject: Pick<Customer, 'id'>): Promise<ProofRow[]> =>
      db
        .select()
        .from(proofs)
        .where(and(eq(proofs.customerId, subject.id), eq(proofs.kind, 'claimsHistory')))
        .orderBy(desc(proofs.issuedAt), desc(proofs.id))
        .limit(mostListed),

    one: async (subject: Pick<Customer, 'id'>, id: string, from: Db = db): Promise<ProofRow | undefined> =>
      (
        await from
          .select()
          .from(proofs)
          .where(and(eq(proofs.customerId, subject.id), eq(proofs.id, id)))
      )[0],

    /** Notes to whom a proof is sent, if that has changed. */
    readdress: async (tx: Db, subject: Pick<Customer, 'id'>, id: string, email: string): Promise<void> => {
      await tx
        .update(proofs)
        .set({ recipientEmail: email })
        .where(and(eq(proofs.customerId, subject.id), eq(proofs.id, id)));
    },

    /** The e-mails with proofs of the subject, newest first. */
    mailsOf: async (
      subject: Pick<Customer, 'id'>,
      proofIds: readonly string[],
      from: Db = db,
    ): Promise<ProofMail[]> =>
      from
        .select({
          proofId: proofOfMail,
          recipient: mails.recipient,
          createdAt: mails.createdAt,
          sentAt: mails.sentAt,
          failedAt: mails.failedAt,
        })
        .from(mails)
        .where(
          and(
            eq(mails.customerId, subject.id),
            eq(mails.kind, kindOfMail),
            inArray(proofOfMail, [...proofIds]),
          ),
        )
        .orderBy(desc(mails.createdAt), desc(mails.id)),

    /** Stores the hashes of issued codes that are not stored yet; usually none, and then nothing is written. */
    storeCodes: async (
      codes: readonly { row: Pick<ProofRow, 'id' | 'kind' | 'issuedAt'>; hash: string }[],
      to: Db = db,
    ): Promise<void> => {
      const hashes = codes.map(({ hash }) => hash);
      const stored = await to
        .select({ id: proofCodes.id })
        .from(proofCodes)
        .where(inArray(proofCodes.id, hashes));
      const known = new Set(stored.map(({ id }) => id));
      const missing = codes.filter(({ hash }) => !known.has(hash));
      if (missing.length === 0) return;
      await to
        .insert(proofCodes)
        .values(
          missing.map(({ row, hash }) => ({
            ...{ id: hash, proofId: row.id, kind: row.kind, issuedAt: isoInstant(row.issuedAt) },
          })),
        )
        .onConflictDoNothing();
    },

    /** What a code stands for, for anyone who has it; undefined when it was never issued. */
    check: async (hash: string): Promise<CheckedCode | undefined> => {
      const [row] = await db
        .select({ kind: proofCodes.kind, issuedAt: proofCodes.issuedAt, proof: proofs })
        .from(proofCodes)
        .leftJoin(proofs, eq(proofs.id, proofCodes.proofId))
        .where(eq(proofCodes.id, hash));
      return row;
    },
  };
};
export type ProofStore = ReturnType<typeof createProofStore>;
