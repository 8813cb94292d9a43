import type { Policy, PolicyOptions } from '@hofn/contracts';
import { companyProducts } from '@hofn/domain/company-figures.ts';
import { coverPhaseOf, isOver } from '@hofn/domain/cover-phase.ts';
import { formatDate } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Button, buttonClass, Menu } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import { ForRole } from '../../parts/ForRole.tsx';
import { pathAbout } from './about-policy.ts';
import styles from './PolicyScreen.module.css';
import type { RequestKind } from './request-form.ts';

/** By product, the page where a company updates its rating figures. */
const updatePageOf: Partial<
  Record<string, 'portal.updateLiability' | 'portal.updateEmployee' | 'portal.updateTravel'>
> = {
  [companyProducts.liability]: 'portal.updateLiability',
  [companyProducts.personal]: 'portal.updateEmployee',
  [companyProducts.travel]: 'portal.updateTravel',
};

type Props = {
  policy: Policy;
  /** What can be requested; undefined until it is known. */
  requestable: PolicyOptions['requestable'] | undefined;
  onRequest: (kind: RequestKind) => void;
};

/** Actions on a policy (rule LIFE-2); hidden for read-only access. */
export const PolicyActions = ({ policy, requestable, onRequest }: Props) => {
  const t = useTexts<'portal'>();
  const phase = coverPhaseOf(policy);
  const updatePage = isOver(phase) ? undefined : updatePageOf[policy.product];
  // A policy that has ended pays for losses from when it applied, and one that has not begun for none.
  const canClaim = phase !== 'notYet' && phase !== 'never';
  // A company's figures come first where its premium depends on them.
  // A withdrawal is a right with a last day, so it has a button of its own, in sight (rule RIGHT-1). So has the end of a
  // suspension, which has to come before the vehicle is driven.
  const isMore = (kind: RequestKind) =>
    kind !== 'withdraw' && kind !== 'resume' && (kind !== 'cover' || updatePage !== undefined);
  const kinds = requestable?.kinds ?? [];
  const more = kinds.filter(isMore);
  const only = more.length === 1 ? more[0] : undefined;
  // Someone who has sold a car or a home looks for the sale, not for a notice of cancellation.
  const isSellable = requestable?.grounds.includes('sold');
  const labelOf = (kind: RequestKind) =>
    t(`policyForm|title.${kind === 'cancel' && isSellable ? 'cancelOrSold' : kind}`);
  return (
    <ForRole requires="Full" isSilent>
      <div className={styles.actions}>
        {canClaim && (
          <Link
            to={pathAbout('portal.fileClaim', t.language, policy.id)}
            className={buttonClass({ kind: phase === 'over' ? 'secondary' : 'primary' })}
          >
            {phase === 'over' ? t('policy|fileEarlier') : t('policy|fileClaim')}
          </Link>
        )}
        <Link
          to={pathAbout('portal.memo', t.language, policy.id)}
          className={buttonClass({ kind: 'secondary' })}
        >
          {t('policy|ask')}
        </Link>
        {updatePage && (
          <Link to={pathOf(updatePage, t.language)} className={buttonClass({ kind: 'secondary' })}>
            {t('company|update')}
          </Link>
        )}
        {kinds.includes('cover') && !updatePage && (
          <Button kind="secondary" onClick={() => onRequest('cover')}>
            {t('policyForm|title.cover')}
          </Button>
        )}
        {kinds.includes('resume') && (
          <Button kind="secondary" onClick={() => onRequest('resume')}>
            {labelOf('resume')}
          </Button>
        )}
        {kinds.includes('withdraw') && (
          <Button kind="secondary" onClick={() => onRequest('withdraw')}>
            {labelOf('withdraw')}
          </Button>
        )}
        {only ? (
          <Button kind="secondary" onClick={() => onRequest(only)}>
            {labelOf(only)}
          </Button>
        ) : (
          more.length > 0 && (
            <Menu
              label={t('policy|more')}
              items={more.map((kind) => ({
                key: kind,
                label: labelOf(kind),
                onSelect: () => onRequest(kind),
              }))}
            />
          )
        )}
      </div>
      {requestable?.withdrawUntil && kinds.includes('withdraw') && (
        <p className={styles.note}>
          {t('policyForm|withdrawUntil', { date: formatDate(t.language, requestable.withdrawUntil) })}
        </p>
      )}
    </ForRole>
  );
};
