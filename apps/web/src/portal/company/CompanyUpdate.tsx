import type { PendingChange } from '@hofn/contracts';
import type { CompanyCover } from '@hofn/domain/company-figures.ts';
import { formatDate, formatMoney } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, Button, DescriptionList, EmptyState, PageHead, StatusRegion } from '@hofn/ui';
import { useState } from 'react';
import { Link, useTexts } from '../../engine/index.ts';
import { type Figures, fieldsOf, labelOf, shownOf } from '../../forms/company-fields.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { ForRole } from '../../parts/ForRole.tsx';
import { PrintedFor } from '../../parts/PrintedFor.tsx';
import { useCall, useRefresh, useSend, useUser, viewedSsn } from '../../session/index.ts';
import { useSwitch } from '../../shell/useSwitch.ts';
import { ActFor } from '../access/columns.tsx';
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
};

const Pending = ({ change }: { change: PendingChange }) => {
  const t = useTexts<'portal'>();
  const day = (date: string) => formatDate(t.language, date.slice(0, 10));
  return (
    <Alert title={t('company|pending', { date: day(change.requestedAt) })}>
      {t('company|pendingText', {
        date: day(change.effectiveOn),
        amount: formatMoney(t.language, change.estimatedPremium),
      })}
    </Alert>
  );
};

/** One policy: what it is rated by, and the form that changes it. */
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
  const refresh = useRefresh();
  const { send, reset, ...asking } = useSend('/api/company/v1/requestupdate');
  const [editing, setEditing] = useState(false);
  const { figures, pending } = policy;
  const name = policy.insured ?? policy.number;
  const heading = `figures-${policy.id}`;
  return (
    <section className={styles.policy} aria-labelledby={heading}>
      <h2 id={heading}>{name}</h2>
      <p className={styles.insured}>
        {policy.name}, <span className="figures">{policy.number}</span>
      </p>
      <StatusRegion>
        {asking.state === 'done' && <Alert kind="success" title={t('company|sent')} />}
      </StatusRegion>
      {pending && <Pending change={pending} />}
      {editing && !pending && asking.state !== 'done' ? (
        <ChangeForm
          cover={cover}
          policyId={policy.id}
          figures={figures}
          effective={effective}
          asking={asking}
          onSend={(body) => void send({ body }).then(() => refresh())}
          onCancel={() => {
            reset();
            setEditing(false);
          }}
        />
      ) : (
        <>
          <DescriptionList
            figures
            items={[
              ...fieldsOf[cover].map(({ name: field }) => ({
                term: labelOf(t, field),
                value: shownOf(t, cover, field, figures?.[field]),
              })),
              { term: t('company|premium'), value: formatMoney(t.language, policy.premiumPerYear) },
            ]}
          />
          {!pending && asking.state !== 'done' && (
            <ForRole takes="Full">
              <Button
                kind="secondary"
                aria-label={t('company|changeFiguresOf', { policy: name })}
                onClick={() => setEditing(true)}
              >
                {t('company|changeFigures')}
              </Button>
            </ForRole>
          )}
        </>
      )}
    </section>
  );
};

/** In place of the figures, for a person: the companies they may act for, each with its way there (rule ACC-3). */
const ForCompanies = ({ cover }: { cover: CompanyCover }) => {
  const t = useTexts<'portal'>();
  const turn = useSwitch(pathOf(screens[cover].page, t.language));
  // A staff member acts for nobody.
  const own = useCall('/api/user/v1/settings/companyinvolvement', { enabled: viewedSsn() === undefined });
  const open = (own.data?.items ?? []).filter(({ role }) => role !== null);
  const action = open.length > 0 && (
    <ul className={styles.companies}>
      {open.map(({ ssn, name }) => (
        <li key={ssn}>
          <ActFor ssn={ssn} name={name} turn={turn} named />
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

const Covers = ({ cover }: { cover: CompanyCover }) => {
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

/** What a company's cover is rated by: shown, changed, and asked for (rules PORT-9a to PORT-9c). */
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
        empty={<ForCompanies cover={cover} />}
      >
        {() => (
          <>
            <Covers cover={cover} />
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
