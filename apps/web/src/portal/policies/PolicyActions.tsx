import type { Policy } from '@hofn/contracts';
import { companyProducts } from '@hofn/domain/company-figures.ts';
import { coverPhaseOf, isOver } from '@hofn/domain/cover-phase.ts';
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
  /** What can be asked for; empty until it is known. */
  kinds: readonly RequestKind[];
  onRequest: (kind: RequestKind) => void;
};

/** Actions on a policy (rule LIFE-2); hidden for read-only access. */
export const PolicyActions = ({ policy, kinds, onRequest }: Props) => {
  const t = useTexts<'portal'>();
  const phase = coverPhaseOf(policy);
  const updatePage = isOver(phase) ? undefined : updatePageOf[policy.product];
  // A policy that has ended pays for losses from when it applied, and one that has not begun for none.
  const canClaim = phase !== 'notYet' && phase !== 'never';
  // A company's figures come first where its premium depends on them.
  const isMore = (kind: RequestKind) => kind !== 'cover' || updatePage !== undefined;
  const more = kinds.filter(isMore);
  return (
    <ForRole requires="Full" silent>
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
        {more.length > 0 && (
          <Menu
            label={t('policy|more')}
            items={more.map((kind) => ({
              key: kind,
              label: t(`policyForm|title.${kind}`),
              onSelect: () => onRequest(kind),
            }))}
          />
        )}
      </div>
    </ForRole>
  );
};
