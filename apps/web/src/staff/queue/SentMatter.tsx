import type { StaffCase } from '@hofn/contracts';
import { formatKennitala } from '@hofn/domain';
import { formatDate } from '@hofn/texts';
import { Alert, DescriptionList } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { PrivacyRequest } from '../privacy/PrivacyRequest.tsx';
import { ChangeRequest } from '../requests/ChangeRequest.tsx';
import { Answers } from './Answers.tsx';
import styles from './CaseScreen.module.css';
import { SentForm } from './SentForm.tsx';

type Matter<Kind> = Extract<StaffCase['matter'], { kind: Kind }>;

const ClaimAnswers = ({ matter, language }: { matter: Matter<'claim'>; language: StaffCase['language'] }) => {
  const t = useTexts<'staff'>();
  const { reporter } = matter;
  return (
    <>
      {matter.unverified && <Alert kind="warning" title={t('queue|claimUnverified')} />}
      <DescriptionList
        items={[
          { term: t('queue|status'), value: matter.status && t(`claimStatus|${matter.status}`) },
          { term: t('queue|dateOfLoss'), value: formatDate(t.language, matter.dateOfLoss) },
          { term: t('queue|place'), value: matter.place && <span lang={language}>{matter.place}</span> },
          {
            term: t('queue|reporter'),
            value:
              reporter &&
              [reporter.name, reporter.ssn && formatKennitala(reporter.ssn)].filter(Boolean).join(', '),
          },
        ]}
      />
      <Answers items={matter.facts.map(({ label, value }) => ({ term: label, value }))} language={language} />
    </>
  );
};

/** Everything that the sender submitted, with labels, in their language. */
export const SentMatter = ({ data, onReload }: { data: StaffCase; onReload: () => void }) => {
  const { matter, form, language } = data;
  switch (matter.kind) {
    case 'form':
      return form && <SentForm form={form} fields={matter.fields} language={language} />;
    case 'claim':
      return <ClaimAnswers matter={matter} language={language} />;
    case 'memo':
      return (
        <p lang={language} className={styles.written}>
          {matter.text}
        </p>
      );
    case 'change':
      return <ChangeRequest caseId={data.id} change={matter} />;
    case 'privacy':
      return <PrivacyRequest id={matter.requestId} onDecided={onReload} />;
  }
};
