import type { RequestStatus as Status } from '@hofn/contracts';
import { addDays } from '@hofn/domain';
import { dayOfInstant, formatDate, formatDateTime, formatMoney, type Language } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, StatusRegion } from '@hofn/ui';
import { useState } from 'react';
import { Link, useTexts } from '../../engine/index.ts';
import { Detail } from '../../parts/Detail.tsx';
import { ForRole } from '../../parts/ForRole.tsx';
import { ComplaintLink } from '../complaints/ComplaintLink.tsx';
import { AnswerQuestion } from './AnswerQuestion.tsx';
import { ReceiptLink } from './ReceiptLink.tsx';
import { factsBelowHeading, RequestFacts } from './RequestFacts.tsx';
import styles from './RequestStatus.module.css';
import { RetractRequest } from './RetractRequest.tsx';

const Accepted = ({ status, linksPolicy }: { status: Status; linksPolicy: boolean }) => {
  const t = useTexts<'portal'>();
  const { kind, effectiveOn, premiumPerYear, policy, newPolicy, text } = status;
  const date = formatDate(t.language, effectiveOn);
  const isNew = kind === 'offer' || newPolicy === true;
  const ends = kind === 'suspend' || kind === 'cancel' || kind === 'withdraw';
  const lastDay = formatDate(t.language, addDays(effectiveOn, -1));
  const facts = status.neverBegan
    ? t('requests|neverBegan')
    : kind === 'plan'
      ? t('requests|acceptedPlan')
      : ends
        ? t('requests|acceptedUntil', { date: lastDay })
        : premiumPerYear === null
          ? t(isNew ? 'requests|issuedFrom' : 'requests|acceptedFrom', { date })
          : t(isNew ? 'requests|issuedText' : 'requests|acceptedText', {
              date,
              amount: formatMoney(t.language, premiumPerYear),
            });
  return (
    <Alert
      kind="success"
      title={t(
        isNew
          ? 'requests|issuedTitle'
          : kind === 'withdraw'
            ? 'requests|withdrawnTitle'
            : 'requests|acceptedTitle',
      )}
      {...((linksPolicy || newPolicy === true) &&
        policy?.id && {
          action: (
            <Link to={pathOf('portal.policy', t.language, { id: policy.id })}>
              {t('requests|viewPolicy')}
            </Link>
          ),
        })}
    >
      {facts}
      {isNew && policy && ` ${t('requests|issuedNumber', { number: policy.number })}`}
      {text !== null && <span className={styles.written}>{`\n${text}`}</span>}
    </Alert>
  );
};

/** The day on which a request ended. */
const settledOn = (language: Language, { settledAt, requestedAt }: Status): string =>
  formatDate(language, dayOfInstant(new Date(settledAt ?? requestedAt)));

const Refused = ({ status }: { status: Status }) => {
  const t = useTexts<'portal'>();
  const { kind, text } = status;
  const date = settledOn(t.language, status);
  return (
    <Alert
      kind="warning"
      title={kind === 'offer' ? t('requests|offerRefusedTitle') : t('requests|refusedTitle', { date })}
    >
      <span className={styles.written}>{text}</span>
    </Alert>
  );
};

const Asked = ({ status }: { status: Status }) => {
  const t = useTexts<'portal'>();
  const facts = factsBelowHeading(t, status);
  return (
    facts.length > 0 && (
      <div>
        <Detail as="p">{t('requests|asked')}</Detail>
        <RequestFacts facts={facts} />
      </div>
    )
  );
};

/** Our questions and the answers to them; a question that was answered says so. */
const Messages = ({ status }: { status: Status }) => {
  const t = useTexts<'portal'>();
  const authorOf = ({ fromUs, author }: { fromUs: boolean; author: string }) => {
    if (!fromUs) return author;
    return author === '' ? t('requests|us') : t('matters|from', { name: author });
  };
  return status.messages.map(({ fromUs, author, text, at }, index) => (
    <div key={at} className={fromUs ? `${styles.message} ${styles.ours}` : styles.message}>
      <Detail as="p">
        {[
          authorOf({ fromUs, author }),
          formatDateTime(t.language, at),
          fromUs && status.messages.slice(index).some((later) => !later.fromUs) && t('requests|answered'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Detail>
      <p className={styles.written}>{text}</p>
    </div>
  ));
};

type Props = {
  status: Status;
  linksPolicy?: boolean;
  /** Whether to show what was asked for; false where the page shows it above. */
  showsAsked?: boolean;
  /** Called once the customer has taken the request back. */
  onRetracted?: () => void;
};

/**
 * What was asked for, and what has become of it: our question with the form to answer it, or the outcome (rule CORE-10). An open request
 * shows the messages about it, and can be taken back until somebody has begun to settle it (rule LIFE-7).
 */
export const RequestStatus = ({ status, linksPolicy = true, showsAsked = true, onRetracted }: Props) => {
  const t = useTexts<'portal'>();
  const [isAnswered, setIsAnswered] = useState(false);
  const { id, kind, state, retractable } = status;
  const asks = state === 'moreInformation';
  return (
    <div className={styles.status}>
      <StatusRegion>
        {isAnswered && !asks && <Alert kind="success" title={t('requests|sent')} />}
      </StatusRegion>
      {asks && <Alert kind="warning" title={t('requests|questionTitle')} />}
      {state === 'accepted' && <Accepted status={status} linksPolicy={linksPolicy} />}
      {state === 'refused' && <Refused status={status} />}
      {state === 'retracted' && <p>{t('requests|retractedText', { date: settledOn(t.language, status) })}</p>}
      {showsAsked && <Asked status={status} />}
      <Messages status={status} />
      <ReceiptLink status={status} />
      {(state === 'accepted' || state === 'refused') && (
        <ComplaintLink about={{ subject: 'request', id, title: t(`requests|${kind}`) }} />
      )}
      {state === 'open' && kind !== 'offer' && retractable === false && <p>{t('requests|inHand')}</p>}
      {retractable && (
        <ForRole requires="Full" isSilent>
          <RetractRequest status={status} onRetracted={onRetracted} />
        </ForRole>
      )}
      {asks && (
        <ForRole requires="Full" act="answer">
          <AnswerQuestion id={id} onAnswered={() => setIsAnswered(true)} />
        </ForRole>
      )}
    </div>
  );
};
