import type { Db } from '@hofn/database';
import { isDay } from '@hofn/domain';
import type { ClaimForm, ClaimLine } from '@hofn/domain/claim-form.ts';
import type { Language } from '@hofn/texts';
import { textsIn } from '../platform/texts.ts';
import type { ClaimStore } from './claim-store.ts';

/** «Tjón á ökutæki: Árekstur», in one language. */
const titleOf = (line: ClaimLine, form: Pick<ClaimForm, 'causes'>, language: Language): string => {
  const t = textsIn(language);
  const [first] = form.causes;
  const cause = first && first !== 'other' ? t.find(`claimCause|${line}.${first}`) : undefined;
  return [t(`claimLine|${line}`), cause].filter(Boolean).join(': ');
};

/** How a draft is listed: by its kind and day of loss, in the reader's language. */
export const draftHead = (
  line: ClaimLine,
  form: ClaimForm,
  language: Language,
): { title: string; dateOfLoss: string | null } => ({
  title: titleOf(line, form, language),
  // A draft keeps an unfinished day as it was typed.
  dateOfLoss: isDay(form.dateOfLoss) ? form.dateOfLoss : null,
});

/** A claim as it was reported, by the customer or by somebody else. */
export type ReportedClaim = {
  customerId: string;
  id: string;
  /** The number that its reporter was given already; without one it gets the next. */
  number?: string;
  policyId: string | null;
  line: ClaimLine;
  form: ClaimForm;
  /** When it was reported. */
  at: string;
  by: { role: 'customer' | 'visitor'; name: string | null };
};

/** Fields of a claim that come from its form, and that a customer may see. */
export const publicClaimFields = (line: ClaimLine, form: ClaimForm) => ({
  titleIs: titleOf(line, form, 'is'),
  titleEn: titleOf(line, form, 'en'),
  place: form.place,
});

/** Adds a claim under its number, or the next that is free. @returns the number */
const addNumbered = async (
  tx: Db,
  claimStore: ClaimStore,
  row: Omit<Parameters<ClaimStore['add']>[1], 'number'>,
  given: string | undefined,
): Promise<string> => {
  for (;;) {
    const number = given ?? (await claimStore.nextNumber(tx, row.changedAt.slice(0, 4)));
    if (await claimStore.add(tx, { ...row, number })) return number;
    if (given !== undefined) throw new Error(`Another claim has the number ${given} of a report`);
  }
};

/**
 * Opens a claim with its first two steps: filed, and received. Until it is known who filed it, what they typed is hidden: it
 * may be about other people, or malicious.
 * @returns its number
 */
export const openClaim = async (tx: Db, claimStore: ClaimStore, claim: ReportedClaim): Promise<string> => {
  const { customerId, id, policyId, line, form, at, by } = claim;
  const unverified = by.role === 'visitor';
  const row = {
    customerId,
    id,
    policyId,
    ...(unverified
      ? {
          titleIs: textsIn('is')(`claimLine|${line}`),
          titleEn: textsIn('en')(`claimLine|${line}`),
          place: null,
        }
      : publicClaimFields(line, form)),
    status: 'received' as const,
    dateOfLoss: form.dateOfLoss,
    reportedAt: at,
    changedAt: at,
    unverified,
    line,
    form,
  };
  const number = await addNumbered(tx, claimStore, row, claim.number);
  const event = { customerId, claimId: id, at, noteIs: null, noteEn: null };
  await claimStore.addEvent(tx, { ...event, status: null, ...by });
  await claimStore.addEvent(tx, { ...event, status: 'received', role: 'system', name: null });
  return number;
};
