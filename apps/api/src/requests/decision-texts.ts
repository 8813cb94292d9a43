import type { CoreActPreview, RequestKind, SettledKind } from '@hofn/contracts';
import type { RequestAct } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { atOnceReasons, referralReasons } from '@hofn/domain/settlement-rules.ts';
import { dayOfInstant, formatDate, type Language } from '@hofn/texts';
import { textsIn } from '../platform/texts.ts';
import { answerDueOn } from '../work-items/open-work-item.ts';

/** Whether a request takes effect at once or somebody decides, in the reader's words. */
export type WordedDecision = { decided: 'atOnce' | 'referred'; texts: string[] };

const knownReasons = [...atOnceReasons, ...referralReasons];

/** A reason in the reader's language: our text for a known code, otherwise the core's own. */
export const reasonIn = ({ code, texts }: RequestAct['reasons'][number], language: Language): string[] => {
  const known = knownReasons.find((reason) => reason === code);
  if (known) return [textsIn(language)(`byRule|because.${known}`)];
  return texts ? [texts[language]] : [];
};

/** Words a customer reads, before they confirm, about who decides on a request (rule ACT-3). */
export const createDecisionTexts = ({
  clock,
  settings,
}: {
  clock: Clock;
  settings: { REQUESTS_SETTLED_BY_CORE: readonly SettledKind[] };
}) => {
  const isNow = (kind: RequestKind, effectiveOn: string): boolean =>
    kind === 'withdraw' || effectiveOn <= dayOfInstant(clock.now());
  const referredText = (kind: RequestKind, language: Language): string => {
    const isByCore = settings.REQUESTS_SETTLED_BY_CORE.includes(kind);
    return textsIn(language)(isByCore ? 'byRule|referredToCore' : 'byRule|referred', {
      date: formatDate(language, dayOfInstant(answerDueOn('change', clock.now()))),
    });
  };

  return (kind: RequestKind, preview: CoreActPreview | undefined, language: Language): WordedDecision => {
    const reasons = preview?.reasons.flatMap((reason) => reasonIn(reason, language)) ?? [];
    if (preview?.result === 'done') {
      const { effectiveOn } = preview;
      const atOnce = textsIn(language)(isNow(kind, effectiveOn) ? 'byRule|now' : 'byRule|onDay', {
        date: formatDate(language, effectiveOn),
      });
      return { decided: 'atOnce', texts: [atOnce, ...reasons] };
    }
    // Declined reads like referred: only a person refuses.
    const why = preview?.result === 'referred' ? reasons : [];
    return { decided: 'referred', texts: [referredText(kind, language), ...why] };
  };
};
export type DecisionTexts = ReturnType<typeof createDecisionTexts>;
