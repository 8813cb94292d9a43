import type { PendingChange, RequestStatus as Status } from '@hofn/contracts';
import type { CompanyCover } from '@hofn/domain/company-figures.ts';
import { formatDate, formatMoney } from '@hofn/texts';
import { figureLabel, formatFigure } from '@hofn/texts/company-figures.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, Button, DescriptionList, EmptyState, PageHead, StatusRegion } from '@hofn/ui';
import { useEffect, useRef, useState } from 'react';
import { Link, useTexts } from '../../engine/index.ts';
import { type Figures, fieldsOf } from '../../forms/company-fields.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { ForRole } from '../../parts/ForRole.tsx';
import { PrintedFor } from '../../parts/PrintedFor.tsx';
import { useCall, usePost, useRefetch, useUser, viewedSsn } from '../../session/index.ts';
import { useSubjectSwitch } from '../../shell/useSwitch.ts';
import { ActFor } from '../access/columns.tsx';
import { RequestStatus } from '../requests/RequestStatus.tsx';
import { ChangeForm } from './ChangeForm.tsx';
import styles from './CompanyUpdate.module.css';

const screens = {
  liability: {
    call: '/api/company/v1/liability',
    title: 'company|titleLiability',
    page: 'portal.updateLiability',
  },
  personal: {
    call: '/api/company/v1/personal',
    title: 'company|titlePersonal',
    page: 'portal.updateEmployee',
  },
  travel: { call: '/api/company/v1/travel', title: 'company|titleTravel', page: 'portal.updateTravel' },
} as const;
const covers = Object.keys(screens) as CompanyCover[];

type Policy = {
  id: string;
  number: string;
  name: string;
  insured: string | null;
  premiumPerYear: number;
  figures: Figures | null;
  pending: PendingChange | null;
  latest: Status | null;
};

const PendingNote = ({ change }: { change: PendingChange }) => {
  const t = useTexts<'portal'>();
  const day = (date: string) => formatDate(t.language, date.slice(0, 10));
  // What was sent is only asked for (rule LIFE-5).
  return (
    <Alert title={t('company|pending', { date: day(change.requestedAt) })}>
      {t('company|pendingText', {
        date: day(change.effectiveOn),
        answer: day(change.answerBy),
        amount: formatMoney(t.language, change.estimatedPremium),
      })}
    </Alert>
  );
};

/** One policy: its rating figures, and the form that changes them. */
const PolicyFigures = ({
  cover,
  policy,
  effective,
}: {
  cover: CompanyCover;
  policy: Policy;
  effective: { from: string; to: string };
}) => {
  const t = useTexts<'portal'>();
  const refresh = useRefetch();
  const { send, reset, ...request } = usePost('/api/company/v1/requestupdate');
  const [isEditing, setIsEditing] = useState(false);
  const { figures, pending, latest } = policy;
  const isRefused = latest?.state === 'refused';
  // A new form starts from the outcome of the request before it.
  const isSent = request.state === 'done' && (pending !== null || latest?.id !== request.answer.id);
  const name = policy.insured ?? policy.number;
  const heading = `figures-${policy.id}`;
  const title = useRef<HTMLHeadingElement>(null);
  // The form that was sent is gone, and with it what was focused.
  useEffect(() => {
    if (isSent) title.current?.focus();
  }, [isSent]);
  return (
    <section className={styles.policy} aria-labelledby={heading}>
      <h2 id={heading} ref={title} tabIndex={-1}>
        {name}
      </h2>
      <p className={styles.insured}>
        <Link to={pathOf('portal.policy', t.language, { id: policy.id })}>
          {policy.name}, <span className="figures">{policy.number}</span>
        </Link>
      </p>
      <StatusRegion>{isSent && <Alert kind="success" title={t('company|sent')} />}</StatusRegion>
      {pending && latest?.state !== 'moreInformation' && <PendingNote change={pending} />}
      {latest && <RequestStatus key={latest.id} status={latest} linksPolicy={false} onRetracted={reset} />}
      {isEditing && !pending && !isSent ? (
        <ChangeForm
          cover={cover}
          policyId={policy.id}
          figures={figures}
          effective={effective}
          request={request}
          onSend={async (body) => {
            const sent = await send({ body });
            if (sent) setIsEditing(false);
            refresh();
          }}
          onCancel={() => {
            reset();
            setIsEditing(false);
          }}
        />
      ) : (
        <>
          <DescriptionList
            hasFigures
            items={[
              ...fieldsOf[cover].map(({ name: field }) => ({
                term: figureLabel(t, field),
                value: formatFigure(t, field, figures?.[field]),
              })),
              { term: t('company|premium'), value: formatMoney(t.language, policy.premiumPerYear) },
            ]}
          />
          {latest?.appliesOn !== undefined && (
            <p>{t('requests|untilApplied', { date: formatDate(t.language, latest.appliesOn) })}</p>
          )}
          {!pending && !isSent && latest?.appliesOn === undefined && (
            <ForRole requires="Full" act="figures">
              <Button
                kind="secondary"
                aria-label={t(isRefused ? 'requests|againOf' : 'company|changeFiguresOf', { policy: name })}
                onClick={() => {
                  reset();
                  setIsEditing(true);
                }}
              >
                {t(isRefused ? 'requests|again' : 'company|changeFigures')}
              </Button>
            </ForRole>
          )}
        </>
      )}
    </section>
  );
};

/** Shown instead of the figures when the subject is a person: companies to switch to (rule ACC-3). */
const CompaniesOnly = ({ cover }: { cover: CompanyCover }) => {
  const t = useTexts<'portal'>();
  const customerSwitch = useSubjectSwitch(pathOf(screens[cover].page, t.language));
  // Staff members never act for customers.
  const involvement = useCall('/api/user/v1/settings/companyinvolvement', {
    enabled: viewedSsn() === undefined,
  });
  const accessible = (involvement.data?.items ?? []).filter(({ role }) => role !== null);
  const action = accessible.length > 0 && (
    <ul className={styles.companies}>
      {accessible.map(({ ssn, name }) => (
        <li key={ssn}>
          <ActFor ssn={ssn} name={name} customerSwitch={customerSwitch} showsName />
        </li>
      ))}
    </ul>
  );
  return (
    <EmptyState title={t('company|companiesOnly')} {...(action && { action })}>
      {t('company|companiesOnlyText')}
    </EmptyState>
  );
};

const CoverPolicies = ({ cover }: { cover: CompanyCover }) => {
  const t = useTexts<'portal'>();
  const call = useCall(screens[cover].call, {});
  return (
    <CallScreen
      call={call}
      loading={t('company|loading')}
      isEmpty={({ policies }) => policies.length === 0}
      empty={<EmptyState title={t('company|none')}>{t('company|noneText')}</EmptyState>}
    >
      {({ policies, effective }) =>
        policies.map((policy) => (
          <PolicyFigures key={policy.id} cover={cover} policy={policy} effective={effective} />
        ))
      }
    </CallScreen>
  );
};

/** Shows a company's rating figures, and lets the user edit and submit them (rules PORT-9a to PORT-9c). */
export const CompanyUpdate = ({ cover }: { cover: CompanyCover }) => {
  const t = useTexts<'portal'>();
  const user = useUser();
  return (
    <>
      <PageHead title={t(screens[cover].title)}>
        <p>{t('company|lead')}</p>
      </PageHead>
      <PrintedFor />
      <CallScreen
        call={user}
        loading={t('company|loading')}
        isEmpty={({ currentProxyUser }) => !currentProxyUser.isCompany}
        empty={<CompaniesOnly cover={cover} />}
      >
        {() => (
          <>
            <CoverPolicies cover={cover} />
            <nav className={styles.others} aria-label={t('company|other')}>
              <h2>{t('company|other')}</h2>
              <ul>
                {covers
                  .filter((other) => other !== cover)
                  .map((other) => (
                    <li key={other}>
                      <Link to={pathOf(screens[other].page, t.language)}>{t(screens[other].title)}</Link>
                    </li>
                  ))}
              </ul>
            </nav>
          </>
        )}
      </CallScreen>
    </>
  );
};
