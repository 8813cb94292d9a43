import type { PolicyOptions } from '@hofn/contracts';
import { formatMoney } from '@hofn/texts';
import { Button, Icon } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { ForRole } from '../../parts/ForRole.tsx';
import styles from './Covers.module.css';
import { type Answers, choiceOf } from './request-form.ts';

type Props = { options: PolicyOptions; onAdd: (known: Partial<Answers>) => void };

/** Covers that the policy lacks, with their lowest price where the tariff has one (rule LIFE-2). */
export const Addable = ({ options: { addable, requestable }, onAdd }: Props) => {
  const t = useTexts<'portal'>();
  // Nothing can be added while another request is open, or to a policy that is not in force.
  if (addable.length === 0 || !requestable.kinds.includes('cover')) return null;
  return (
    <section className={styles.addable}>
      <h2>{t('policy|addable')}</h2>
      <ul className={styles.list}>
        {addable.map(({ cover, product, name, description, pricePerYear }) => (
          <li key={cover ?? product}>
            <Icon name="plus" />
            <div>
              <strong>{name}</strong>
              <p>{description}</p>
              <ForRole requires="Full" isSilent>
                <Button kind="text" onClick={() => onAdd({ choice: choiceOf({ cover, product }) })}>
                  {pricePerYear === null
                    ? t('policy|addUnpriced')
                    : t('policy|addFrom', { amount: formatMoney(t.language, pricePerYear) })}
                  <span className="visually-hidden">: {name}</span>
                </Button>
              </ForRole>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
};
