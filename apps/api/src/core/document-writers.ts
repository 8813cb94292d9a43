import type { DocumentToSignFacts, Reference } from '@hofn/contracts';
import {
  contents,
  coreFiles,
  coreRecords,
  type Db,
  documentsToSign,
  putRows,
  signedDocuments,
} from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { and, eq, exists, inArray, sql } from 'drizzle-orm';
import type { FieldFault } from '../platform/fault.ts';
import type { createSigningNotices } from '../signing/notices.ts';
import { findCustomerAndPolicy, idsOf, type OnPolicy } from './references.ts';
import { type Arrival, type FactWriter, type Found, factFault, type NewerFact } from './upsert.ts';

type OnMatter = OnPolicy & { claimId: string | null };
type Files = { is: string; en: string };
type WithFiles = { customer: string; policy: Reference | null; claim: Reference | null; files: Files };

/**
 * The files that this source has sent. Another file with a known hash, such as a customer's own, could otherwise be
 * attached to any document. Those found are kept from deletion until the facts that name them are written.
 */
const filesIn = async (
  tx: Db,
  source: string,
  arrivals: readonly Arrival<WithFiles>[],
  at: Date,
): Promise<Set<string>> => {
  const keys = [...new Set(arrivals.flatMap(({ facts: { files } }) => [files.is, files.en]))].sort();
  if (keys.length === 0) return new Set();
  const sent = tx
    .select({ file: coreFiles.file })
    .from(coreFiles)
    .where(and(eq(coreFiles.source, source), eq(coreFiles.file, contents.key)));
  const rows = await tx
    .update(contents)
    .set({ putAt: at.toISOString() })
    .where(and(inArray(contents.key, keys), exists(sent)))
    .returning({ key: contents.key });
  return new Set(rows.map(({ key }) => key));
};

/** Finds the customer, policy, claim and files that documents name. */
const findMatters = async (
  tx: Db,
  source: string,
  arrivals: readonly Arrival<WithFiles>[],
  at: Date,
): Promise<Array<Found<OnMatter> | FieldFault[]>> => {
  const found = await findCustomerAndPolicy(tx, source, arrivals);
  const claims = arrivals.map(({ facts }) => facts.claim);
  const claimOf = await idsOf(tx, 'claims', source, claims);
  const known = await filesIn(tx, source, arrivals, at);
  return arrivals.map(({ facts: { claim, files } }, index) => {
    const one = found[index] ?? [];
    const isFound = !Array.isArray(one);
    const claimId = isFound && claim !== null ? claimOf(claim, one.customerId ?? '') : null;
    const faults = [
      ...(isFound ? [] : one),
      ...(claimId === undefined
        ? [factFault('facts.claim', 'The customer has no such claim. Send the claim first.')]
        : []),
      ...(['is', 'en'] as const).flatMap((language) =>
        known.has(files[language])
          ? []
          : [factFault(`facts.files.${language}`, 'There is no such file. Send the file first.')],
      ),
    ];
    return isFound && claimId !== undefined && faults.length === 0 ? { ...one, claimId } : faults;
  });
};

/** Keys of the documents that have been signed. */
const signedOf = async (tx: Db, source: string, keys: readonly string[]): Promise<Set<string>> => {
  if (keys.length === 0) return new Set();
  const rows = await tx
    .select({ key: coreRecords.key })
    .from(coreRecords)
    .innerJoin(
      signedDocuments,
      and(eq(signedDocuments.customerId, coreRecords.customerId), eq(signedDocuments.id, coreRecords.id)),
    )
    .where(
      and(
        eq(coreRecords.source, source),
        eq(coreRecords.type, 'documents-to-sign'),
        inArray(coreRecords.key, [...keys]),
      ),
    );
  return new Set(rows.map(({ key }) => key));
};

type ToSign = NewerFact<DocumentToSignFacts, OnMatter>;

const rowToSign = ({ id, found, facts }: ToSign): typeof documentsToSign.$inferInsert => ({
  customerId: found.customerId ?? '',
  id,
  titleIs: facts.title.is,
  titleEn: facts.title.en,
  terms: { kind: 'agreement' },
  policyId: found.policyId,
  claimId: found.claimId,
  issuedOn: facts.issuedOn,
  signBy: facts.signBy,
  fileIs: facts.files.is,
  fileEn: facts.files.en,
});

/** Documents to sign. The customer is e-mailed about a new one; one that is signed stays as it was signed. */
export const createDocumentToSignWriter = ({
  notices,
  clock,
}: {
  notices: Pick<ReturnType<typeof createSigningNotices>, 'announce'>;
  clock: Clock;
}): FactWriter<DocumentToSignFacts, OnMatter> => ({
  type: 'documents-to-sign',
  find: async (tx, source, arrivals) => {
    const signed = await signedOf(
      tx,
      source,
      arrivals.map(({ key }) => key),
    );
    const found = await findMatters(tx, source, arrivals, clock.now());
    return found.map((one, index) =>
      signed.has(arrivals[index]?.key ?? '')
        ? [factFault('key', 'It has been signed. Send another document with a new key.')]
        : one,
    );
  },
  write: async (tx, newer, at) => {
    await putRows(tx, documentsToSign, newer.map(rowToSign), { key: ['customerId', 'id'] });
    const fresh = newer.filter(({ isNew, facts }) => isNew && facts.signBy >= at.slice(0, 10));
    const quiet = fresh.filter((fact) => fact.quiet === true);
    if (quiet.length > 0) {
      const ids = quiet.map(({ id }) => id);
      const isQuiet = sql`${documentsToSign.announcedAt} is null`;
      await tx
        .update(documentsToSign)
        .set({ announcedAt: at })
        .where(and(inArray(documentsToSign.id, ids), isQuiet));
    }
    for (const { id, found, quiet: isQuiet = false } of fresh)
      if (!isQuiet) await notices.announce(tx, { customerId: found.customerId ?? '', id });
  },
});
