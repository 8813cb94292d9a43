import type { Policy } from '@hofn/contracts';
import type { CoverPhase } from '@hofn/domain/cover-phase.ts';
import { formatDate, formatMoney } from '@hofn/texts';
import { Icon } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import styles from './Covers.module.css';
import { DeductibleWords } from './DeductibleWords.tsx';

type Cover = Policy['covers'][number];

/** Cover that applies has a tick; cover that does not apply today a neutral mark. */
const signs = { check: styles.yes, minus: undefined, close: styles.no } as const;

const CoverList = ({ title, covers, sign }: { title: string; covers: Cover[]; sign: keyof typeof signs }) => {
  const t = useTexts<'portal'>();
  return (
    <section>
      <h2>{title}</h2>
      <ul className={styles.list}>
        {covers.map(({ id, name, description, sumInsured, deductible }) => (
          <li key={id}>
            <Icon name={sign} className={signs[sign]} />
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
export const Deductible = ({ policy }: { policy: Policy }) => {
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
      <DeductibleWords text={policy.deductibleText} hasAmount={deductible !== null} />
    </section>
  );
};

/** What the policy covers, or did or will cover, beside what it excludes (rule LIFE-40). */
export const Covers = ({ policy, phase }: { policy: Policy; phase: Exclude<CoverPhase, 'never'> }) => {
  const t = useTexts<'portal'>();
  const included = policy.covers.filter((cover) => cover.included);
  const excluded = policy.covers.filter((cover) => !cover.included);
  const titles = {
    applies: t('policy|covers'),
    notYet: t('policy|coversFrom', { date: formatDate(t.language, policy.validFrom) }),
    paused: t('policy|coversAgain'),
    over: t('policy|covered'),
  };
  return (
    <div className={styles.covers}>
      <CoverList title={titles[phase]} covers={included} sign={phase === 'applies' ? 'check' : 'minus'} />
      {excluded.length > 0 && (
        <CoverList
          title={phase === 'over' ? t('policy|notCovered') : t('policy|notCovers')}
          covers={excluded}
          sign="close"
        />
      )}
    </div>
  );
};
