import { hash } from 'node:crypto';
import type { PolicyRequest, PolicyRequestPreview } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant, type Language } from '@hofn/texts';
import type { RequestContext } from '../platform/authorization.ts';
import { Fault } from '../platform/fault.ts';
import type { Assessing } from './assessing.ts';
import type { DecisionTexts } from './decision-texts.ts';
import { effectTexts } from './effect-texts.ts';
import { consequencesOf, factsOf } from './policy-facts.ts';
import type { RequestablePolicy } from './policy-requests.ts';
import { type OtherPolicies, otherPoliciesOfVehicle } from './vehicle-policies.ts';

/** The vehicle's other policies that a cancellation of this one ends or leaves. */
export const othersOf = async (
  db: Db,
  { policy }: RequestablePolicy,
  { kind, language, today }: { kind: PolicyRequest['kind']; language: Language; today: string },
): Promise<OtherPolicies> =>
  kind === 'cancel'
    ? otherPoliciesOfVehicle(db, policy, { language, today })
    : { ending: [], continuing: [] };

/** A request about a policy, who makes it, and the language they read. */
export type Asked = { context: RequestContext; language: Language; body: PolicyRequest };

/** What a request about a policy would lead to (rule LIFE-4): by the core, or as far as the front knows. */
export const createPreviewing = ({
  db,
  clock,
  assessing: { assess, previewByCore },
  decisionTexts,
}: {
  db: Db;
  clock: Clock;
  assessing: Assessing;
  decisionTexts: DecisionTexts;
}) => {
  const previewOf = async ({ context, language, body }: Asked) => {
    const assessment = await assess(db, context.subject, language, body);
    const { found, assessed, stored } = assessment;
    const { premium, isPriced } = assessed;
    const { kind } = body;
    const { productId, validFrom, suspendedOn } = found.policy;
    const said = await previewByCore(context, assessment, { body, language });
    const done = said?.result === 'done' ? said : undefined;
    const effectiveOn = done?.effectiveOn ?? assessed.effectiveOn;
    // The core's effect replaces our estimate.
    const details = done ? { ...assessed.details, refund: null } : assessed.details;
    const today = dayOfInstant(clock.now());
    const others = await othersOf(db, found, { kind, language, today });
    const decision = decisionTexts(kind, said, language);
    const isAtOnce = decision.decided === 'atOnce';
    const suspendedPremium = kind === 'suspend' ? done?.effect.premiumAfter : undefined;
    const about = { kind, product: productId, details, effectiveOn, hasBegun: validFrom < effectiveOn };
    const preview = {
      kind,
      decision,
      effectiveOn,
      lastDay: details.lastDay,
      refund: details.refund,
      premiumPerYear: isPriced ? premium : null,
      facts: factsOf(
        { ...stored, after: { ...details }, outcome: done ? { premium: done.premium } : null },
        language,
      ),
      consequences: [
        ...consequencesOf({ ...about, isPriced, isAtOnce, suspendedOn, others, suspendedPremium }, language),
        ...effectTexts(done?.effect, language),
      ],
    } satisfies PolicyRequestPreview;
    return {
      preview: { ...preview, shown: hash('sha256', JSON.stringify(preview)) },
      isAnswered: said !== undefined,
    };
  };

  return {
    /** @throws as `assess` */
    preview: async (asked: Asked): Promise<PolicyRequestPreview> => (await previewOf(asked)).preview,

    /**
     * Checks that a request still leads to what the customer has confirmed: rules, prices and what is paid may have changed.
     * Without an answer of the core nothing is compared: the act itself says the rest.
     * @throws Fault `previewChanged`, and as `assess`
     */
    expectUnchanged: async (asked: Asked): Promise<void> => {
      const { shown, kind } = asked.body;
      // A withdrawal is effective when it is sent, whatever it leads to (rule RIGHT-1).
      if (shown === undefined || kind === 'withdraw') return;
      const { preview, isAnswered } = await previewOf(asked);
      if (isAnswered && preview.shown !== shown) throw new Fault('previewChanged');
    },
  };
};
export type Previewing = ReturnType<typeof createPreviewing>;
