import type { CustomerMatter } from '@hofn/contracts';
import { dayOfInstant, formatDate, formatDateTime } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { buttonClass, EmptyState, PageHead, Tag } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import { useCall } from '../../session/index.ts';
import { CallScreen } from '../CallScreen.tsx';
import { ForRole } from '../ForRole.tsx';
import styles from './Matters.module.css';

const looks = {
  open: { icon: 'clock', tone: 'neutral' },
  answered: { icon: 'done', tone: 'success' },
  closed: { icon: 'check', tone: 'neutral' },
} as const;

const Matter = ({ matter }: { matter: CustomerMatter }) => {
  const t = useTexts<'portal'>();
  const { kind, form, about, reference, openedAt, state, answers } = matter;
  const name = kind === 'form' && form ? t(`caseForm|${form}`) : t(`caseKind|${kind}`);
  return (
    <li className={styles.matter}>
      <div className={styles.head}>
        <h2>{about ?? name}</h2>
        <Tag {...looks[state]}>{t(`matters|state.${state}`)}</Tag>
      </div>
      <p className={styles.detail}>
        {[
          about === null ? null : name,
          reference,
          t('matters|sent', { date: formatDate(t.language, dayOfInstant(new Date(openedAt))) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {answers.length === 0 && <p>{t(state === 'closed' ? 'matters|closedText' : 'matters|noAnswer')}</p>}
      {answers.map(({ author, text, at }) => (
        <div key={`${at} ${author}`} className={styles.answer}>
          <p className={styles.detail}>
            {t('matters|from', { name: author })} · {formatDateTime(t.language, at)}
          </p>
          <p className={styles.written}>{text}</p>
        </div>
      ))}
    </li>
  );
};

/** What the subject has sent us signed in, with our answers (rule STAFF-6). */
export const Matters = () => {
  const t = useTexts<'portal'>();
  const call = useCall('/api/user/v1/matters', { forget: true });
  const write = (
    <ForRole takes="Full" silent>
      <Link to={pathOf('portal.memo', t.language)} className={buttonClass()}>
        {t('matters|write')}
      </Link>
    </ForRole>
  );
  return (
    <>
      <PageHead title={t('matters|title')} actions={write}>
        <p>{t('matters|lead')}</p>
      </PageHead>
      <CallScreen
        call={call}
        loading={t('matters|loading')}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('matters|empty')}>{t('matters|emptyText')}</EmptyState>}
      >
        {({ items }) => (
          <ul className={styles.matters}>
            {items.map((matter) => (
              <Matter key={matter.id} matter={matter} />
            ))}
          </ul>
        )}
      </CallScreen>
    </>
  );
};
