import type { CoreActPreview, SettledKind } from '@hofn/contracts';
import type { Db, RequestAct } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import {
  atOnceReasons,
  decideByRule,
  initialRuleEditions,
  type RuleDecision,
  type RuledRequest,
  referralReasons,
} from '@hofn/domain/settlement-rules.ts';
import type { Logger } from '@hofn/service';
import { dayOfInstant, formatDate, type Language } from '@hofn/texts';
import { textsIn } from '../platform/texts.ts';
import { answerDueOn } from '../work-items/open-work-item.ts';
import { byRules } from './requests.ts';
import type { Settling } from './settle.ts';
import type { NewRequest } from './store.ts';

/** What the rules say, in the reader's words. */
export type WordedDecision = { decided: RuleDecision['decided']; texts: string[] };

const knownReasons = [...atOnceReasons, ...referralReasons];

/** A reason in the reader's language: our text for a known code, otherwise the core's own. */
export const reasonIn = ({ code, texts }: RequestAct['reasons'][number], language: Language): string[] => {
  const known = knownReasons.find((reason) => reason === code);
  if (known) return [textsIn(language)(`byRule|because.${known}`)];
  return texts ? [texts[language]] : [];
};

/**
 * Whether the front can carry out what the rules allow. Only a core can calculate the premium of a change in mid-period.
 */
const isCarriedOut = ({ kind }: RuledRequest): boolean => kind !== 'cover';

/** Settles by rule what law and terms leave nobody to decide (rules ACT-3, ACT-6 and RIGHT-1). */
export const createRuleSettling = ({
  settling,
  clock,
  logger,
  settings,
}: {
  settling: Settling;
  clock: Clock;
  logger: Logger;
  settings: { REQUESTS_SETTLED_BY_CORE: readonly SettledKind[]; REQUESTS_SETTLED_BY_RULE: boolean };
}) => {
  const isByCore = (request: RuledRequest) => settings.REQUESTS_SETTLED_BY_CORE.includes(request.kind);
  const decide = (request: RuledRequest): RuleDecision => {
    const today = dayOfInstant(clock.now());
    const edition = initialRuleEditions.findLast(({ from }) => from <= today);
    if (!edition) throw new Error(`No edition of the rules applies on ${today}`);
    const decision = decideByRule(request, edition);
    const isOn = settings.REQUESTS_SETTLED_BY_RULE && !isByCore(request);
    const isOurs = isOn && (decision.decided === 'referred' || isCarriedOut(request));
    return isOurs ? decision : { decided: 'referred', edition: decision.edition, reasons: [] };
  };
  const isNow = (kind: RuledRequest['kind'], effectiveOn: string): boolean =>
    kind === 'withdraw' || effectiveOn <= dayOfInstant(clock.now());
  const atOnceText = (kind: RuledRequest['kind'], effectiveOn: string, language: Language): string =>
    textsIn(language)(isNow(kind, effectiveOn) ? 'byRule|now' : 'byRule|onDay', {
      date: formatDate(language, effectiveOn),
    });
  const answerBy = (language: Language) => ({
    date: formatDate(language, dayOfInstant(answerDueOn('change', clock.now()))),
  });

  return {
    /** What the rules say of a request today. Everything is referred that the core system settles, or with rules switched off. */
    decide,

    /** What the customer reads about that before they confirm: whether it takes effect at once, and why. */
    describe: (request: RuledRequest, effectiveOn: string, language: Language): WordedDecision => {
      const t = textsIn(language);
      const { decided, reasons } = decide(request);
      const says =
        decided === 'referred'
          ? t(isByCore(request) ? 'byRule|referredToCore' : 'byRule|referred', answerBy(language))
          : atOnceText(request.kind, effectiveOn, language);
      return { decided, texts: [says, ...reasons.map((reason) => t(`byRule|because.${reason}`))] };
    },

    /** The same for a preview by the core. Declined reads like referred: only a person refuses. */
    describePreview: (
      kind: RuledRequest['kind'],
      preview: CoreActPreview,
      language: Language,
    ): WordedDecision => {
      const reasons = preview.reasons.flatMap((reason) => reasonIn(reason, language));
      if (preview.result === 'done')
        return { decided: 'atOnce', texts: [atOnceText(kind, preview.effectiveOn, language), ...reasons] };
      const says = textsIn(language)('byRule|referredToCore', answerBy(language));
      return { decided: 'referred', texts: [says, ...(preview.result === 'referred' ? reasons : [])] };
    },

    /**
     * Accepts a stored request by an edition of the rules, in the transaction of the customer's act. A request that cannot be
     * written to its policy stays as it was stored: with staff, whose case is open.
     * @returns whether it was accepted
     */
    settle: async (
      tx: Db,
      { id, effectiveOn, premium, language }: NewRequest,
      edition: string,
    ): Promise<boolean> => {
      const accepted = { result: 'accepted', effectiveOn, premium, policy: null, texts: null } as const;
      try {
        // A savepoint: what fails takes nothing else with it.
        await tx.transaction((attempt) =>
          settling.settleRequest(attempt, id, accepted, { by: byRules(edition), language }),
        );
        return true;
      } catch (error) {
        logger.error({ err: error, request: id }, 'request not settled by rule, left to staff');
        return false;
      }
    },
  };
};
export type RuleSettling = ReturnType<typeof createRuleSettling>;
