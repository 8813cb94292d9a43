import type { StaffCase } from '@hofn/contracts';
import { formatDate, formatDateTime } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { DescriptionList, Stack } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import styles from '../queue/CaseScreen.module.css';

export type Complaint = Extract<StaffCase['matter'], { kind: 'complaint' }>;

/** What a complaint says, what it is about and who handled that; once it is decided, also how. */
export const ComplaintMatter = ({
  matter,
  language,
}: {
  matter: Complaint;
  language: StaffCase['language'];
}) => {
  const t = useTexts<'staff'>();
  const { subject, about, aboutCase, wishes, dueOn, handlers, decided } = matter;
  return (
    <Stack>
      <DescriptionList
        items={[
          {
            term: t('complaintCase|about'),
            value: (
              <>
                {[t(`complaintSubject|${subject}`), about].filter(Boolean).join(': ')}
                {aboutCase && (
                  <>
                    {' · '}
                    <Link to={pathOf('staff.case', t.language, { id: aboutCase })}>
                      {t('complaintCase|openCase')}
                    </Link>
                  </>
                )}
              </>
            ),
          },
          {
            term: t('complaintCase|wishes'),
            value: wishes && (
              <span lang={language} className={styles.written}>
                {wishes}
              </span>
            ),
          },
          { term: t('complaintCase|answerBy'), value: decided === null && formatDate(t.language, dueOn) },
          {
            term: t('complaintCase|handlers'),
            value:
              subject !== 'other' &&
              (handlers.length > 0 ? handlers.join(', ') : t('complaintCase|noHandlers')),
          },
        ]}
      />
      <p lang={language} className={styles.written}>
        {matter.text}
      </p>
      {decided && (
        <DescriptionList
          items={[
            { term: t('complaintCase|outcome'), value: t(`complaintOutcome|${decided.outcome}`) },
            { term: t('complaintCase|cause'), value: t(`complaintCause|${decided.cause}`) },
            {
              term: t('complaintCase|decided'),
              value: t('complaintCase|decidedBy', {
                name: decided.by,
                at: formatDateTime(t.language, decided.at),
              }),
            },
            {
              term: t('complaintCase|note'),
              value: decided.note && <span className={styles.written}>{decided.note}</span>,
            },
            {
              term: t('complaintCase|sentLetter'),
              value: (
                <span lang={language} className={styles.written}>
                  {decided.letter}
                </span>
              ),
            },
          ]}
        />
      )}
    </Stack>
  );
};
