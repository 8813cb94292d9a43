import type { Policy, PolicyOptions } from '@hofn/contracts';
import { formatMoney } from '@hofn/texts';
import { buttonClass, Icon } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import { ForRole } from '../../parts/ForRole.tsx';
import { pathAbout } from './about-policy.ts';
import styles from './Covers.module.css';

/** Covers that the policy lacks, with their lowest price where the tariff has one (rule LIFE-2). */
export const Addable = ({ policy, options }: { policy: Policy; options: PolicyOptions }) => {
  const t = useTexts<'portal'>();
  if (options.addable.length === 0) return null;
  return (
    <section className={styles.addable}>
      <h2>{t('policy|addable')}</h2>
      <ul className={styles.list}>
        {options.addable.map(({ cover, product, name, description, pricePerYear }) => (
          <li key={cover ?? product}>
            <Icon name="plus" />
            <div>
              <strong>{name}</strong>
              <p>{description}</p>
              <ForRole requires="Full" silent>
                <Link
                  to={pathAbout('portal.memo', t.language, policy.id)}
                  className={buttonClass({ kind: 'text' })}
                >
                  {pricePerYear === null
                    ? t('policy|askPrice')
                    : t('policy|addFrom', { amount: formatMoney(t.language, pricePerYear) })}
                  <span className="visually-hidden">: {name}</span>
                </Link>
              </ForRole>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
};
