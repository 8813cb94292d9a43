import type { Policy } from '@hofn/contracts';
import { companyProducts } from '@hofn/domain/company-figures.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import { buttonClass } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import { ForRole } from '../../parts/ForRole.tsx';
import { pathAbout } from './about-policy.ts';
import styles from './PolicyScreen.module.css';

/** By product, the page where a company updates its rating figures. */
const updatePageOf: Partial<
  Record<string, 'portal.updateLiability' | 'portal.updateEmployee' | 'portal.updateTravel'>
> = {
  [companyProducts.liability]: 'portal.updateLiability',
  [companyProducts.personal]: 'portal.updateEmployee',
  [companyProducts.travel]: 'portal.updateTravel',
};

/** What one can do about a policy (rule LIFE-2). Read-only access cannot do any of it. */
export const PolicyActions = ({ policy }: { policy: Policy }) => {
  const t = useTexts<'portal'>();
  const updatePage = updatePageOf[policy.product];
  return (
    <ForRole requires="Full" silent>
      <div className={styles.actions}>
        <Link to={pathAbout('portal.fileClaim', t.language, policy.id)} className={buttonClass()}>
          {t('policy|fileClaim')}
        </Link>
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
      </div>
    </ForRole>
  );
};
