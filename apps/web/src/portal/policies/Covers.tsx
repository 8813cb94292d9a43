import type { Policy, PolicyOptions } from '@hofn/contracts';
import { formatMoney } from '@hofn/texts';
import { Icon } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import styles from './Covers.module.css';

type Cover = Policy['covers'][number];

const CoverList = ({
  title,
  covers,
  isIncluded,
}: {
  title: string;
  covers: Cover[];
  isIncluded: boolean;
}) => {
  const t = useTexts<'portal'>();
  return (
    <section>
      <h2>{title}</h2>
      <ul className={styles.list}>
        {covers.map(({ id, name, description, sumInsured, deductible }) => (
          <li key={id}>
            <Icon name={isIncluded ? 'check' : 'close'} className={isIncluded ? styles.yes : styles.no} />
            <div>
              <strong>{name}</strong>
              {description && <p>{description}</p>}
              {sumInsured !== null && (
                <p className={styles.figures}>
                  {t('policy|sumInsured')}: {formatMoney(t.language, sumInsured)}
                </p>
              )}
              {deductible !== null && (
                <p className={styles.figures}>
                  {t('policy|deductibleOf', { amount: formatMoney(t.language, deductible) })}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** What the customer pays of each claim, and the product's words on losses with another deductible. */
export const Deductible = ({ policy, options }: { policy: Policy; options: PolicyOptions | undefined }) => {
  const t = useTexts<'portal'>();
  const { deductible } = policy;
  return (
    <section className={styles.deductible}>
      <h2>{t('policy|deductible')}</h2>
      {deductible !== null && (
        <p>
          <strong className="figures">{formatMoney(t.language, deductible)}</strong>{' '}
          {t('policy|deductiblePerClaim')}
        </p>
      )}
      {options?.deductibleText && <p>{options.deductibleText}</p>}
    </section>
  );
};

/** What the policy covers, beside what it excludes. */
export const Covers = ({ covers }: { covers: Cover[] }) => {
  const t = useTexts<'portal'>();
  const included = covers.filter((cover) => cover.included);
  const excluded = covers.filter((cover) => !cover.included);
  return (
    <div className={styles.covers}>
      <CoverList title={t('policy|covers')} covers={included} isIncluded />
      {excluded.length > 0 && (
        <CoverList title={t('policy|notCovers')} covers={excluded} isIncluded={false} />
      )}
    </div>
  );
};
