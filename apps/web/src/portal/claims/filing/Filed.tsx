import type { Claim } from '@hofn/contracts';
import type { ClaimLine } from '@hofn/domain/claim-form.ts';
import { formatMoney } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, buttonClass } from '@hofn/ui';
import { useState } from 'react';
import { Thanks } from '../../../claims/ClaimForm.tsx';
import type { ClaimAnswers } from '../../../claims/useClaimForm.ts';
import { Link, useTexts } from '../../../engine/index.ts';
import { useCall } from '../../../session/index.ts';
import { payableOf } from '../ClaimDecision.tsx';
import { Covers } from './Covers.tsx';

/** Rules decide within seconds, where they do. */
const poll = { milliseconds: 2_000, forMs: 30_000 } as const;

/** The claim once rules have decided on it while the customer waits (rule ACT-4); undefined until then, or where people decide. */
const useDecidedAtOnce = (id: string): Claim | undefined => {
  const [until] = useState(() => Date.now() + poll.forMs);
  const { data } = useCall('/api/claim/v1/getclaim/{id}', {
    params: { id },
    poll: {
      milliseconds: poll.milliseconds,
      ends: ({ status }) => status !== 'received' || Date.now() > until,
      isVisibleOnly: true,
    },
  });
  return data?.decision?.byRules ? data : undefined;
};

/** Confirmation of a filed claim; a small one may be decided by rules a moment later, which it then says. */
export const Filed = ({
  filed: { id, reference },
  line,
  form,
  actedFor,
}: {
  filed: { id: string; reference: string };
  line: ClaimLine;
  form: ClaimAnswers;
  /** Name of the customer that the claim was filed for, if not one's own. */
  actedFor: string | undefined;
}) => {
  const t = useTexts<'claimForm'>();
  const decided = useDecidedAtOnce(id);
  const amount = decided && formatMoney(t.language, payableOf(decided));
  return (
    <Thanks
      {...{ reference, line, causes: form.causes, details: form.details }}
      {...(decided && {
        outcome: (
          <div role="status">
            <Alert kind="success" title={t('claimForm|decidedAtOnce', { amount: amount ?? '' })}>
              {t(decided.payments.length > 0 ? 'claimForm|paymentOnItsWay' : 'claimForm|paymentByHand')}
            </Alert>
          </div>
        ),
      })}
    >
      {actedFor && (
        <p>
          {t('claimForm|for')}: {actedFor}
        </p>
      )}
      {!decided && <Covers line={line} {...form} />}
      <Link to={pathOf('portal.claim', t.language, { id })} className={buttonClass()}>
        {t('claimForm|toClaim')}
      </Link>
    </Thanks>
  );
};
