import type { CoreDocumentFacts, DocumentToSignFacts, FactType, Reference } from '@hofn/contracts';
import {
  contents,
  coreFiles,
  coreRecords,
  type Db,
  documents,
  documentsToSign,
  putRows,
  signedDocuments,
} from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { and, eq, exists, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { FieldFault } from '../platform/fault.ts';
import { anyOf } from '../platform/sql.ts';
import type { createSigningNotices } from '../signing/notices.ts';
import { closeWorkItems } from '../work-items/open-work-item.ts';
import { findCustomerAndPolicy, idsOf, type OnPolicy } from './references.ts';
import { type Arrival, type FactWriter, type Found, factFault, type NewerFact } from './upsert.ts';

type OnMatter = OnPolicy & { claimId: string | null };
type Files = { is: string; en: string };
type WithFiles = { customer: string; policy: Reference | null; claim: Reference | null; files: Files | null };

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
  const keys = [
    ...new Set(arrivals.flatMap(({ facts: { files } }) => (files ? [files.is, files.en] : []))),
  ].sort();
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
        files === null || known.has(files[language])
          ? []
          : [factFault(`facts.files.${language}`, 'There is no such file. Send the file first.')],
      ),
    ];
    return isFound && claimId !== undefined && faults.length === 0 ? { ...one, claimId } : faults;
  });
};

/** Refuses documents to sign whose files a signature cannot be added to (rule HOLD-25). */
const refuseUnsignable = async <More>(
  tx: Db,
  source: string,
  arrivals: readonly Arrival<WithFiles>[],
  found: ReadonlyArray<Found<More> | FieldFault[]>,
): Promise<Array<Found<More> | FieldFault[]>> => {
  const keys = arrivals.flatMap(({ facts: { files } }) => (files ? [files.is, files.en] : []));
  const query = tx
    .select({ file: coreFiles.file, why: coreFiles.unsignable })
    .from(coreFiles)
    .where(and(eq(coreFiles.source, source), anyOf(coreFiles.file, keys), isNotNull(coreFiles.unsignable)));
  const whyOf = new Map(keys.length === 0 ? [] : (await query).map(({ file, why }) => [file, why]));
  return found.map((one, index) => {
    const { files } = arrivals[index]?.facts ?? { files: null };
    const faults = (['is', 'en'] as const).flatMap((language) => {
      const why = files ? whyOf.get(files[language]) : undefined;
      return why ? [factFault(`facts.files.${language}`, `It cannot be signed: ${why}`)] : [];
    });
    return faults.length === 0 ? one : [...(Array.isArray(one) ? one : []), ...faults];
  });
};

/** Refuses those that the customer has signed or opened: what somebody has acted on or read never changes. */
const refuseFinal = async <More>(
  tx: Db,
  source: string,
  arrivals: readonly Arrival<WithFiles>[],
  found: ReadonlyArray<Found<More> | FieldFault[]>,
  final: { type: FactType; table: typeof signedDocuments | typeof documents; isFinal?: SQL; message: string },
): Promise<Array<Found<More> | FieldFault[]>> => {
  const { type, table, isFinal, message } = final;
  const keys = arrivals.map(({ key }) => key);
  const query = tx
    .select({ key: coreRecords.key })
    .from(coreRecords)
    .innerJoin(table, and(eq(table.customerId, coreRecords.customerId), eq(table.id, coreRecords.id)))
    .where(
      and(eq(coreRecords.source, source), eq(coreRecords.type, type), anyOf(coreRecords.key, keys), isFinal),
    );
  const rows = keys.length === 0 ? [] : await query;
  const refused = new Set(rows.map(({ key }) => key));
  return found.map((one, index) =>
    refused.has(arrivals[index]?.key ?? '') ? [factFault('key', message)] : one,
  );
};

type Letter = NewerFact<CoreDocumentFacts, OnMatter>;
type ToSign = NewerFact<DocumentToSignFacts, OnMatter>;

const columnsOf = ({ id, found, facts }: Letter | ToSign) => ({
  customerId: found.customerId ?? '',
  id,
  titleIs: facts.title.is,
  titleEn: facts.title.en,
  policyId: found.policyId,
  claimId: found.claimId,
  issuedOn: facts.issuedOn,
  // Written when somebody opens it, if there are none.
  fileIs: facts.files?.is ?? null,
  fileEn: facts.files?.en ?? null,
});

/** Documents that are shown as they came. One that the customer has opened stays as it was read. */
export const createDocumentWriter = (clock: Clock): FactWriter<CoreDocumentFacts, OnMatter> => ({
  type: 'documents',
  find: async (tx, source, arrivals) =>
    refuseFinal(tx, source, arrivals, await findMatters(tx, source, arrivals, clock.now()), {
      type: 'documents',
      table: documents,
      isFinal: isNotNull(documents.readAt),
      message: 'The customer has opened it. Send another document with a new key.',
    }),
  write: (tx, newer) =>
    putRows(
      tx,
      documents,
      newer.map((fact): typeof documents.$inferInsert => ({ ...columnsOf(fact), kind: 'letter' })),
      { key: ['customerId', 'id'] },
    ),
});

const rowToSign = (fact: ToSign, at: string): typeof documentsToSign.$inferInsert => ({
  ...columnsOf(fact),
  terms: fact.facts.terms ?? { kind: 'agreement' },
  signBy: fact.facts.signBy,
  // A newer version has files that can be signed.
  unsignableAt: null,
  // Of one that is on file already, the time stays.
  announcedAt: fact.quiet === true && isStillToSign(fact, at) ? at : null,
});

const isStillToSign = ({ facts }: ToSign, at: string): boolean => facts.signBy >= at.slice(0, 10);

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
    const found = await findMatters(tx, source, arrivals, clock.now());
    const signable = await refuseUnsignable(tx, source, arrivals, found);
    return refuseFinal(tx, source, arrivals, signable, {
      type: 'documents-to-sign',
      table: signedDocuments,
      message: 'It has been signed. Send another document with a new key.',
    });
  },
  write: async (tx, newer, at) => {
    await putRows(
      tx,
      documentsToSign,
      newer.map((fact) => rowToSign(fact, at)),
      { key: ['customerId', 'id'], keep: { announcedAt: sql`documents_to_sign.announced_at` } },
    );
    await closeWorkItems(
      tx,
      'signing',
      newer.filter(({ isNew }) => !isNew).map(({ id }) => id),
      new Date(at),
    );
    for (const fact of newer)
      if (fact.isNew && fact.quiet !== true && isStillToSign(fact, at))
        await notices.announce(tx, { customerId: fact.found.customerId ?? '', id: fact.id });
  },
});
