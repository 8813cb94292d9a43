import type { SettledKind } from '@hofn/contracts';
import { type Db, policies, type RequestAct, type RequestOutcome } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant, type Language } from '@hofn/texts';
import { and, eq } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { Fault } from '../platform/fault.ts';
import type { Letter } from '../platform/mail/letter.ts';
import { daysToAccept, expectDay } from './acceptance-days.ts';
import type { Acts } from './acts.ts';
import { reasonIn } from './decision-texts.ts';
import { letterOf } from './outcome-letter.ts';
import { type Decision, kindOf, settlerNow } from './requests.ts';
import { expectWithdrawn, expectWords } from './settle.ts';
import { createRequestStore, type RequestRow } from './store.ts';

type Acceptance = Extract<Decision, { result: 'accepted' }>;
type By = { employee: { id: string; name: string }; language: Language };

/** The employee's decision, as the act stores it. */
const decidedOf = (
  { effectiveOn, premium, texts }: Acceptance,
  { employee }: Pick<By, 'employee'>,
): NonNullable<RequestAct['decided']> => ({
  by: { kind: 'staff', ...employee },
  ...{ effectiveOn, premium, texts },
});

/**
 * Staff's acceptance of requests, those that the core referred among them: the core is asked for the act with the employee's
 * name (rule ACT-3), so the policy changes exactly as it would by rule.
 */
export const createLeftToPeople = ({
  db,
  clock,
  site,
  acts,
  byCore,
}: {
  db: Db;
  clock: Clock;
  site: string;
  acts: Acts;
  byCore: readonly SettledKind[];
}) => {
  /** @throws Fault `validation` naming `texts`, `effectiveOn` or `premium` */
  const check = async (tx: Db, request: RequestRow, decision: Acceptance, language: Language) => {
    expectWords(request, decision.texts);
    expectWithdrawn(request, decision);
    const [policy] = await tx
      .select({ validFrom: policies.validFrom })
      .from(policies)
      .where(and(eq(policies.customerId, request.customerId), eq(policies.id, request.policyId ?? '')));
    const today = dayOfInstant(clock.now());
    expectDay(
      decision.effectiveOn ?? request.effectiveOn,
      daysToAccept(request, today, policy?.validFrom),
      language,
    );
    // The customer has accepted this price, and no other.
    if (kindOf(request) === 'offer' && decision.premium !== request.premium)
      throw new Fault('validation', { fields: [{ path: 'premium', reason: 'form' }] });
  };

  return {
    /** Whether this is a decision of staff that the core carries out. */
    isFor: (request: RequestRow | undefined, decision: { result: Decision['result'] }): boolean =>
      acts.isConnected &&
      request?.state === 'pending' &&
      decision.result === 'accepted' &&
      settlerNow(request, byCore) === 'staff',

    /** Stores the act in the transaction `tx`. @throws as `check` does */
    accept: async (tx: Db, request: RequestRow, decision: Acceptance, by: By): Promise<void> => {
      await check(tx, request, decision, by.language);
      await acts.ask(tx, request.id, decidedOf(decision, by));
    },

    /**
     * The letters that an acceptance would send, from the core's preview.
     * @throws Fault `serviceUnavailable` if the core does not answer, `coreRefused` with its reasons if it declines; and as `check` does
     */
    preview: async (
      request: RequestRow,
      decision: Acceptance,
      { customer, ...by }: By & { customer: Customer },
    ): Promise<Record<Language, Letter> | undefined> => {
      await check(db, request, decision, by.language);
      const store = createRequestStore(db);
      const row = await store.forCore(request.id);
      const said = row && (await acts.preview(row, decidedOf(decision, by)));
      if (!said) throw new Fault('serviceUnavailable');
      if (said.result !== 'done') {
        const reasons = said.reasons.flatMap((reason) => reasonIn(reason, by.language));
        const fields = reasons.map((literal) => ({ path: 'FORM', reason: 'form' as const, literal }));
        throw new Fault('coreRefused', { fields });
      }
      const { effectiveOn, premium, effect } = said;
      const agreed = {
        result: 'accepted',
        effectiveOn,
        premium,
        policy: null,
        texts: decision.texts,
      } as const;
      const outcome: RequestOutcome = { ...agreed, by: { kind: 'staff', ...by.employee }, effect };
      const letterIn = async (language: Language) => {
        const named = await store.oneWithNames(customer, request.id, language);
        return named && letterOf({ ...named, outcome }, agreed, { subject: customer, language, site });
      };
      const [is, en] = [await letterIn('is'), await letterIn('en')];
      return is && en && { is, en };
    },
  };
};
