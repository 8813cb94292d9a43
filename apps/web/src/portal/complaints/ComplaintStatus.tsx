import type { ComplaintStatus as Status } from '@hofn/contracts';
import { dayOfInstant, formatDate } from '@hofn/texts';
import { Alert, DescriptionList } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import styles from './Complaints.module.css';

/** What has become of a complaint: its last day, or the outcome with our letter and who decided (rule RIGHT-2). */
export const ComplaintStatus = ({ status }: { status: Status }) => {
  const t = useTexts<'portal'>();
  const { about, wishes, dueOn, outcome, decidedAt, decidedBy, letter, language } = status;
  return (
    <>
      <DescriptionList
        items={[
          { term: t('complaint|subject'), value: about },
          {
            term: t('complaint|wished'),
            value: wishes && (
              <span lang={language} className={styles.written}>
                {wishes}
              </span>
            ),
          },
          {
            term: t('complaint|answerBy'),
            value: outcome === null && formatDate(t.language, dueOn),
          },
          {
            term: t('complaint|decidedBy'),
            value:
              decidedBy &&
              decidedAt &&
              `${t('matters|from', { name: decidedBy })}, ${formatDate(t.language, dayOfInstant(new Date(decidedAt)))}`,
          },
        ]}
      />
      {outcome !== null && letter !== null && (
        <Alert kind="info" title={`${t('complaint|outcome')}: ${t(`complaintOutcome|${outcome}`)}`}>
          <span lang={language} className={styles.written}>
            {letter}
          </span>
        </Alert>
      )}
      {outcome === null && <p>{t('complaint|sentWho')}</p>}
    </>
  );
};
