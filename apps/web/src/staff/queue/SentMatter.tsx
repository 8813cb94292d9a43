import type { StaffCase } from '@hofn/contracts';
import { formatKennitala } from '@hofn/domain';
import { formatDate } from '@hofn/texts';
import { Alert, DescriptionList } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { ComplaintMatter } from '../complaints/ComplaintMatter.tsx';
import { PrivacyRequest } from '../privacy/PrivacyRequest.tsx';
import { ChangeRequest } from '../requests/ChangeRequest.tsx';
import { Answers } from './Answers.tsx';
import { policyItems } from './CasePolicy.tsx';
import styles from './CaseScreen.module.css';
import { ClaimOwner } from './ClaimOwner.tsx';
import { SilentPayment, UndeliveredMails, UnsignableDocument } from './Problems.tsx';
import { FormNote, SentForm } from './SentForm.tsx';
import type { CaseAction } from './useCaseAction.ts';

type Matter<Kind> = Extract<StaffCase['matter'], { kind: Kind }>;

const ClaimAnswers = ({
  data,
  matter,
  caseAction,
}: {
  data: StaffCase;
  matter: Matter<'claim'>;
  caseAction: CaseAction;
}) => {
  const t = useTexts<'staff'>();
  const { language } = data;
  const { reporter, policy, policyGiven } = matter;
  return (
    <>
      {matter.unverified && <Alert kind="warning" title={t('queue|claimUnverified')} />}
      {matter.owner && <ClaimOwner data={data} owner={matter.owner} caseAction={caseAction} />}
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
          {
            term: t('queue|policy'),
            value: policy === null && policyGiven === null ? t('queue|policy.none') : null,
          },
          { term: t('queue|policy.given'), value: policyGiven },
          ...policyItems(t, policy),
        ]}
      />
      <Answers items={matter.facts.map(({ label, value }) => ({ term: label, value }))} language={language} />
    </>
  );
};

/** A message, below the policy that it is about. */
const Letter = ({ matter, language }: { matter: Matter<'memo'>; language: StaffCase['language'] }) => {
  const items = policyItems(useTexts<'staff'>(), matter.policy);
  return (
    <>
      {items.length > 0 && <DescriptionList items={items} />}
      <p lang={language} className={styles.written}>
        {matter.text}
      </p>
    </>
  );
};

/** Everything that the sender submitted, with labels, in their language. */
export const SentMatter = ({
  data,
  caseAction,
  onReload,
}: {
  data: StaffCase;
  caseAction: CaseAction;
  onReload: () => void;
}) => {
  const { matter, form, language } = data;
  switch (matter.kind) {
    case 'form':
      return (
        form && (
          <>
            <FormNote data={data} />
            <SentForm form={form} fields={matter.fields} language={language} />
          </>
        )
      );
    case 'claim':
      return <ClaimAnswers data={data} matter={matter} caseAction={caseAction} />;
    case 'memo':
      return <Letter matter={matter} language={language} />;
    case 'change':
      return <ChangeRequest caseId={data.id} change={matter} />;
    case 'privacy':
      return <PrivacyRequest id={matter.requestId} onDecided={onReload} />;
    case 'payment':
      return <SilentPayment matter={matter} customerId={data.customerId ?? null} />;
    case 'signing':
      return <UnsignableDocument matter={matter} />;
    case 'mail':
      return <UndeliveredMails matter={matter} />;
    case 'complaint':
      return <ComplaintMatter matter={matter} language={language} />;
  }
};
