import { randomBytes } from 'node:crypto';
import type { ClaimDraft, Upload } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { KennitalaSettings, PolicyDays } from '@hofn/domain';
import { type ClaimForm, type ClaimLine, claimFaults, cleanClaimForm } from '@hofn/domain/claim-form.ts';
import type { Clock } from '@hofn/domain/clock.ts';
import { type CoverGap, gapOn } from '@hofn/domain/cover-gaps.ts';
import { parseDay } from '@hofn/domain/day-entry.ts';
import { dayOfInstant, type Language } from '@hofn/texts';
import type { RequestContext } from '../platform/authorization.ts';
import { Fault, type FieldFault } from '../platform/fault.ts';
import { isoInstant } from '../platform/instant.ts';
import { repeatUntilDone } from '../platform/sweep.ts';
import { type Uploads, uploadOf } from '../platform/uploads/uploads.ts';
import { openWorkItem } from '../work-items/open-work-item.ts';
import type { ClaimChanges } from './changes.ts';
import { createClaimStore } from './claim-store.ts';
import { createCoverFinder } from './covers.ts';
import { createDraftStore, type DraftRow } from './draft-store.ts';
import { claimHolder, draftHolder } from './holders.ts';
import { draftHead, openClaim } from './opening.ts';

/** Drafts are deleted this long after the last change. */
const draftMs = 30 * 24 * 3_600_000;

export const newId = (): string => randomBytes(15).toString('base64url');

const draftOf = (row: DraftRow, files: Upload[], language: Language): ClaimDraft => ({
  token: row.id,
  line: row.line,
  ...draftHead(row.line, row.form, language),
  form: row.form,
  step: row.step,
  changedAt: isoInstant(row.changedAt),
  expiresAt: isoInstant(row.expiresAt),
  files,
});

/**
 * Whether a policy had ended before a day, or the day is between a lapse and its end. Earlier periods of a policy in force
 * are for the handler to look up.
 */
const wasNotInForce = (
  { validTo, lapsedOn, renews, cancelledOn, gaps }: PolicyDays & { gaps: readonly CoverGap[] },
  day: string,
): boolean =>
  (lapsedOn !== null && lapsedOn <= day) ||
  gapOn(gaps, day) !== undefined ||
  ((!renews || cancelledOn !== null) && validTo < day);

/** Errors in a claim form: answers, files and declaration. */
export const formFaults = (
  { line, form, declaration }: { line: ClaimLine; form: ClaimForm; declaration: boolean },
  files: readonly Upload[],
  context: { today: string; kennitala: KennitalaSettings },
): FieldFault[] => [
  ...claimFaults(line, form, context).map(({ path, ...rest }) => ({ path: `form.${path}`, ...rest })),
  ...(files.some(({ state }) => state === 'receiving' || state === 'refused')
    ? [{ path: 'files', reason: 'filesUnfinished' }]
    : []),
  ...(declaration ? [] : [{ path: 'declaration', reason: 'requiredDeclaration' }]),
];

/** What the customer has typed so far, and the step they are at. */
export type Typed = { line: ClaimLine; form: ClaimForm; step: number };

/** A draft as its sender files it. */
type Filed = {
  draft: string;
  line: ClaimLine;
  form: ClaimForm;
  declaration: boolean;
  draftChangedAt?: string | undefined;
};

/**
 * @param seenAt when the draft was changed that the customer has seen; undefined for any
 * @throws Fault `notFound` when there is no draft, `draftChanged` when it was changed since
 */
const checkSeen = (stored: DraftRow | undefined, seenAt: string | undefined): void => {
  if (!stored) throw new Fault('notFound');
  if (seenAt !== undefined && isoInstant(stored.changedAt) !== isoInstant(seenAt))
    throw new Fault('draftChanged');
};

/** Filing claims: saved drafts, and turning a draft into a claim. */
export const createFiling = (parts: { db: Db; clock: Clock; uploads: Uploads; changes: ClaimChanges }) => {
  const { db, clock, uploads, changes } = parts;
  const drafts = createDraftStore(db);
  const claimStore = createClaimStore(db);
  const expiry = (now: Date) => new Date(now.getTime() + draftMs).toISOString();
  const filesOf = async (context: RequestContext, token: string, from: Db = db) =>
    (await uploads.store.listAttachedTo(context.subject, draftHolder(token), from)).map(uploadOf);

  const policyFaults = async (tx: Db, context: RequestContext, form: ClaimForm): Promise<FieldFault[]> => {
    if (form.policy === '') return [];
    const policy = await drafts.policy(context.subject, form.policy, tx);
    if (!policy) return [{ path: 'form.policy', reason: 'policyUnknown' }];
    return wasNotInForce(policy, parseDay(form.dateOfLoss) ?? form.dateOfLoss)
      ? [{ path: 'form.policy', reason: 'policyNotInForce' }]
      : [];
  };

  /** Policies of others that may pay, for the handler: number and policyholder, which need no language. */
  const othersPolicies = async (tx: Db, context: RequestContext, line: ClaimLine, form: ClaimForm) => {
    const { causes, dateOfLoss, details } = form;
    const loss = { line, causes, dateOfLoss, plate: details.licensePlate };
    const { items } = await createCoverFinder({ db: tx, clock }).find(context, loss, 'is');
    return items
      .filter(({ policyId }) => policyId === null)
      .map(({ number, holder }) => `${number} (${holder})`)
      .join('; ');
  };

  return {
    start: async (
      tx: Db,
      { subject }: RequestContext,
      typed: Typed,
      language: Language,
    ): Promise<ClaimDraft> => {
      const now = clock.now();
      const row: DraftRow = {
        ...typed,
        customerId: subject.id,
        id: newId(),
        language,
        createdAt: now.toISOString(),
        changedAt: now.toISOString(),
        expiresAt: expiry(now),
      };
      await drafts.add(tx, row);
      return draftOf(row, [], language);
    },
    /** @throws Fault `notFound` when it belongs to somebody else, was filed, or has expired */
    draft: async (context: RequestContext, token: string, language: Language): Promise<ClaimDraft> => {
      const row = await drafts.one(context.subject, token, clock.now());
      if (!row) throw new Fault('notFound');
      return draftOf(row, await filesOf(context, token), language);
    },
    /**
     * @param seenAt when the draft that it replaces was changed; browser code of the previous release does not send it
     * @throws Fault `notFound`, or `draftChanged` when it was changed since
     */
    save: async (
      context: RequestContext,
      token: string,
      { changedAt: seenAt, ...typed }: Typed & { changedAt?: string | undefined },
      language: Language,
    ): Promise<ClaimDraft> => {
      const now = clock.now();
      const changed = { ...typed, language, expiresAt: expiry(now) };
      const row = await drafts.save(context.subject, token, now, { changed, seenAt });
      if (!row) {
        checkSeen(await drafts.one(context.subject, token, now), seenAt);
        throw new Fault('draftChanged');
      }
      return draftOf(row, await filesOf(context, token), language);
    },
    drop: (context: RequestContext, token: string): Promise<void> =>
      db.transaction(async (tx) => {
        if (!(await drafts.remove(tx, context.subject, token, clock.now()))) throw new Fault('notFound');
        await uploads.store.deleteAttachedTo(tx, context.subject, draftHolder(token));
      }),
    /** What a draft's files are attached to. */
    holder: async (tx: Db, context: RequestContext, token: string) => {
      if (!(await drafts.lock(tx, context.subject, token, clock.now(), 'share'))) throw new Fault('notFound');
      return draftHolder(token);
    },
    /**
     * Turns a draft into a claim, all or nothing: with its files, its first step and the receipt by e-mail.
     * @param kennitala how ids in it are checked
     * @throws Fault those of `checkSeen`, and `validation` naming every field that is wrong
     */
    file: async (
      tx: Db,
      context: RequestContext,
      filed: Filed,
      language: Language,
      kennitala: KennitalaSettings,
    ): Promise<{ id: string; reference: string }> => {
      const { subject } = context;
      const { draft, line, declaration, draftChangedAt } = filed;
      const now = clock.now();
      checkSeen(await drafts.lock(tx, subject, draft, now, 'update'), draftChangedAt);
      const files = await filesOf(context, draft, tx);
      const fields = [
        ...(await policyFaults(tx, context, filed.form)),
        ...formFaults({ line, form: filed.form, declaration }, files, {
          today: dayOfInstant(now),
          kennitala,
        }),
      ];
      if (fields.length > 0) throw new Fault('validation', { fields });

      const form = cleanClaimForm(line, filed.form, kennitala);
      const othersPolicy = await othersPolicies(tx, context, line, form);
      if (othersPolicy) form.details.othersPolicy = othersPolicy;
      const at = now.toISOString();
      const id = newId();
      const contact = await claimStore.contact(subject, tx);
      const number = await openClaim(tx, claimStore, {
        customerId: subject.id,
        id,
        policyId: form.policy || null,
        line,
        form,
        at,
        by: { role: 'customer', name: contact?.fullName ?? null },
      });
      await openWorkItem(tx, {
        kind: 'claim',
        matterId: id,
        customerId: subject.id,
        language,
        openedAt: now,
      });
      await uploads.store.moveTo(tx, subject, draftHolder(draft), claimHolder(id));
      await drafts.remove(tx, subject, draft, now);
      await changes.tell(tx, context, 'claimReceipt', { claimId: id }, form.email);
      return { id, reference: number };
    },
  };
};
export type Filing = ReturnType<typeof createFiling>;

/** Deletes expired drafts with their files. */
export const forgetDrafts = async (parts: { db: Db; clock: Clock; uploads: Uploads }): Promise<void> => {
  const { db, clock, uploads } = parts;
  const drafts = createDraftStore(db);
  await repeatUntilDone(async () => {
    const expired = await drafts.expired(clock.now());
    for (const { customerId, id } of expired) {
      await db.transaction(async (tx) => {
        await uploads.store.deleteAttachedTo(tx, { id: customerId }, draftHolder(id));
        await drafts.removeExpired(tx, { id: customerId }, id);
      });
    }
    return expired.length;
  });
};
