import type { PolicyOptions } from '@hofn/contracts';
import { dayOfInstant, formatDate } from '@hofn/texts';
import { Icon } from '@hofn/ui';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../engine/index.ts';
import { ForRole } from '../../parts/ForRole.tsx';
import { ReceiptLink } from '../requests/ReceiptLink.tsx';
import { factsBelowHeading, RequestFacts } from '../requests/RequestFacts.tsx';
import { RequestStatus } from '../requests/RequestStatus.tsx';
import { RequestTag } from '../requests/RequestTag.tsx';
import styles from './Requests.module.css';

type Request = NonNullable<PolicyOptions['request']>;

/** The request that the customer has just sent: whether a rule has done it at once, and what happens next. */
export type SentRequest = { id: string; isDone: boolean; next: readonly string[] };

/** Why the buttons that ask for something else are gone (rule LIFE-5). */
const OneAtATime = ({ request: { retractable } }: { request: Request }) => {
  const t = useTexts<'portal'>();
  return (
    <ForRole requires="Full" isSilent>
      <p className={styles.note}>
        {t(retractable ? 'policyForm|oneAtATimeRetract' : 'policyForm|oneAtATime')}
      </p>
    </ForRole>
  );
};

/** What happens after a request was sent and when, or what a rule has done at once. */
const Receipt = ({
  request,
  next,
  onRetracted,
}: {
  request: Request;
  next: SentRequest['next'];
  onRetracted: () => void;
}) => {
  const t = useTexts<'portal'>();
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that opened the form is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={`${styles.open} ${styles.receipt}`}>
      <h2 ref={heading} tabIndex={-1}>
        <Icon name="done" />{' '}
        {t(
          request.state !== 'accepted'
            ? 'policyForm|sent'
            : request.kind === 'withdraw'
              ? 'requests|withdrawnTitle'
              : 'policyForm|done',
        )}
      </h2>
      <RequestFacts facts={request.facts} />
      <ul>
        {next.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {request.state === 'accepted' ? (
        <ReceiptLink status={request} />
      ) : (
        <>
          <OneAtATime request={request} />
          <RequestStatus status={request} linksPolicy={false} showsAsked={false} onRetracted={onRetracted} />
        </>
      )}
    </section>
  );
};

/** Whether nothing has happened to a request since it was sent. */
const isUntouched = ({ state, messages }: Request): boolean => state === 'open' && messages.length === 0;

/** The newest request about the policy: its receipt, what it asks for while it is open, and its outcome (rule LIFE-5). */
export const OpenRequest = ({
  request,
  sent,
  onRetracted,
}: {
  request: Request | null;
  sent: SentRequest | undefined;
  onRetracted: () => void;
}) => {
  const t = useTexts<'portal'>();
  if (!request) return null;
  const isNews = sent?.isDone ? request.state === 'accepted' : isUntouched(request);
  if (sent?.id === request.id && isNews)
    return <Receipt request={request} next={sent.next} onRetracted={onRetracted} />;
  const facts = factsBelowHeading(t, request);
  const isPending = request.state === 'open' || request.state === 'moreInformation';
  // The other outcomes of figures and offers are shown on pages of their own.
  const isChanging = request.kind === 'figures' && request.state === 'accepted';
  if (!isPending && !isChanging && (request.kind === 'figures' || request.kind === 'offer')) return null;
  return (
    <section className={isPending ? `${styles.open} ${styles.receipt}` : styles.open}>
      {isPending && (
        <>
          <h2 className={styles.head}>
            {t(`requests|${request.kind}`)} <RequestTag status={request} />
          </h2>
          <p className={styles.note}>
            {t('policyForm|sentOn', {
              date: formatDate(t.language, dayOfInstant(new Date(request.requestedAt))),
            })}{' '}
            {request.kind === 'cover' && t('policyRequest|next.terms')}
          </p>
          <OneAtATime request={request} />
        </>
      )}
      {request.appliesOn !== undefined && (
        <ForRole requires="Full" isSilent>
          <p className={styles.note}>
            {t('requests|untilApplied', { date: formatDate(t.language, request.appliesOn) })}
          </p>
        </ForRole>
      )}
      {isPending && facts.length > 0 && <RequestFacts facts={facts} />}
      <RequestStatus
        key={request.id}
        status={request}
        linksPolicy={false}
        // The premium that is no longer charged is looked for here afterwards.
        showsAsked={request.state === 'accepted'}
      />
    </section>
  );
};
