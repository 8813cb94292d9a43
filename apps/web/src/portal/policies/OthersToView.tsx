import { useTexts } from '../../engine/index.ts';
import { useUser } from '../../session/index.ts';
import { useAccessible } from '../../shell/useAccessible.ts';
import { useSubjectSwitch } from '../../shell/useSwitch.ts';
import { ActFor } from '../access/columns.tsx';
import styles from './Overview.module.css';

const Others = () => {
  const t = useTexts<'portal'>();
  const others = useAccessible();
  const customerSwitch = useSubjectSwitch();
  if (others.length === 0) return null;
  return (
    <section className={styles.also} aria-labelledby="others-to-view">
      <h2 id="others-to-view">{t('overview|othersToView')}</h2>
      <ul className={styles.others}>
        {others.map(({ ssn, name }) => (
          <li key={ssn}>
            <ActFor ssn={ssn} name={name} customerSwitch={customerSwitch} showsName />
          </li>
        ))}
      </ul>
    </section>
  );
};

/** The customers whose insurance someone without insurance of their own may view (rule LIFE-48). */
export const OthersToView = () => (useUser().data?.currentProxyUser.via === 'self' ? <Others /> : null);
