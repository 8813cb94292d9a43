import type { CaseLine, CustomerPage } from '@hofn/contracts';
import { formatDate, formatMoney } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { KeyFigure, KeyFigures, Section, Stack, Table, Tag } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import { Detail } from '../../parts/Detail.tsx';
import { statusLook } from '../../parts/policy-look.ts';
import { CaseTag } from '../queue/CaseTag.tsx';
import { dayOf, kindBesideTitle, titleOf } from '../queue/labels.ts';

/** What is owed and was paid. */
export const Payments = ({ payments }: Pick<CustomerPage, 'payments'>) => {
  const t = useTexts<'staff'>();
  const { balance, overdue, overdueSince, next, last, plan } = payments;
  const money = (amount: number) => formatMoney(t.language, amount);
  const nothing = t('customerPage|nothing');
  return (
    <Section title={t('customerPage|payments')}>
      <KeyFigures>
        <KeyFigure term={t('customerPage|overdue')} value={overdue === 0 ? nothing : money(overdue)}>
          {overdueSince && (
            <dd>{t('customerPage|overdueSince', { day: formatDate(t.language, overdueSince, 'medium') })}</dd>
          )}
        </KeyFigure>
        <KeyFigure term={t('customerPage|balance')} value={money(balance)} />
        <KeyFigure term={t('customerPage|next')} value={next ? money(next.amount) : nothing}>
          {next && <dd>{formatDate(t.language, next.dueDate, 'medium')}</dd>}
          {plan && (
            <dd>
              {t('customerPage|plan', {
                day: formatDate(t.language, plan.agreedOn, 'medium'),
                left: String(plan.left),
              })}
            </dd>
          )}
        </KeyFigure>
        <KeyFigure term={t('customerPage|last')} value={last ? money(last.amount) : nothing}>
          {last && <dd>{formatDate(t.language, last.on, 'medium')}</dd>}
        </KeyFigure>
      </KeyFigures>
    </Section>
  );
};

export const Cases = ({ title, cases }: { title: string; cases: CaseLine[] }) => {
  const t = useTexts<'staff'>();
  return (
    <Section title={title}>
      {cases.length === 0 && <p>{t('customerPage|noOpenCases')}</p>}
      {cases.length > 0 && (
        <Table
          caption={title}
          isCaptionHidden
          rows={cases}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'about',
              heading: t('queue|case'),
              isRowHeading: true,
              cell: (line) => (
                <>
                  <Link to={pathOf('staff.case', t.language, { id: line.id })}>{titleOf(t, line)}</Link>
                  <Detail>{[kindBesideTitle(t, line), line.reference].filter(Boolean).join(' · ')}</Detail>
                </>
              ),
            },
            { key: 'came', heading: t('queue|came'), cell: ({ openedAt }) => dayOf(t.language, openedAt) },
            {
              key: 'assignee',
              heading: t('queue|assignee'),
              cell: ({ assignee }) => assignee ?? t('queue|nobody'),
            },
            { key: 'state', heading: t('queue|state'), cell: (line) => <CaseTag line={line} /> },
          ]}
        />
      )}
    </Section>
  );
};

export const Policies = ({ policies }: Pick<CustomerPage, 'policies'>) => {
  const t = useTexts<'staff'>();
  const day = (date: string) => formatDate(t.language, date, 'medium');
  return (
    <Section title={t('customerPage|policies')}>
      {policies.length === 0 && <p>{t('customerPage|noPolicies')}</p>}
      {policies.length > 0 && (
        <Table
          caption={t('customerPage|policies')}
          isCaptionHidden
          rows={policies}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'name',
              heading: t('customerPage|policy'),
              isRowHeading: true,
              cell: ({ name, number, insured }) => (
                <>
                  {name}
                  <Detail hasFigures>{[number, insured].filter(Boolean).join(' · ')}</Detail>
                </>
              ),
            },
            {
              key: 'status',
              heading: t('customerPage|status'),
              cell: ({ status }) => <Tag {...statusLook[status]}>{t(`policyStatus|${status}`)}</Tag>,
            },
            {
              key: 'period',
              heading: t('customerPage|period'),
              cell: ({ validFrom, validTo }) => `${day(validFrom)} – ${day(validTo)}`,
            },
            {
              key: 'premium',
              heading: t('customerPage|perYear'),
              isNumeric: true,
              cell: ({ premiumPerYear }) => formatMoney(t.language, premiumPerYear),
            },
          ]}
        />
      )}
    </Section>
  );
};

export const Claims = ({ claims }: Pick<CustomerPage, 'claims'>) => {
  const t = useTexts<'staff'>();
  return (
    <Section title={t('customerPage|claims')} description={t('customerPage|claimsNote')}>
      {claims.length === 0 && <p>{t('customerPage|noClaims')}</p>}
      {claims.length > 0 && (
        <Table
          caption={t('customerPage|claims')}
          isCaptionHidden
          rows={claims}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'title',
              heading: t('customerPage|claim'),
              isRowHeading: true,
              cell: ({ title, number, case: item, unverified }) => (
                <>
                  {item === null ? (
                    title
                  ) : (
                    <Link to={pathOf('staff.case', t.language, { id: item })}>{title}</Link>
                  )}
                  <Detail hasFigures>
                    {[number, unverified ? t('queue|unproved') : null].filter(Boolean).join(' · ')}
                  </Detail>
                </>
              ),
            },
            {
              key: 'loss',
              heading: t('customerPage|lossOn'),
              cell: ({ dateOfLoss }) => formatDate(t.language, dateOfLoss, 'medium'),
            },
            {
              key: 'status',
              heading: t('customerPage|claimStatus'),
              cell: ({ status }) => t(`claimStatus|${status}`),
            },
            {
              key: 'compensation',
              heading: t('customerPage|compensation'),
              isNumeric: true,
              cell: ({ compensation }) =>
                compensation === null ? '–' : formatMoney(t.language, compensation),
            },
          ]}
        />
      )}
    </Section>
  );
};

export const Documents = ({ documents }: Pick<CustomerPage, 'documents'>) => {
  const t = useTexts<'staff'>();
  return (
    <Section title={t('customerPage|documents')}>
      {documents.length === 0 && <p>{t('customerPage|noDocuments')}</p>}
      {documents.length > 0 && (
        <Stack as="ul" gap="s">
          {documents.map(({ id, title, date, readAt }) => (
            <li key={id}>
              {title}{' '}
              <Detail>
                {[formatDate(t.language, date, 'medium'), readAt === null ? t('customerPage|unread') : null]
                  .filter(Boolean)
                  .join(' · ')}
              </Detail>
            </li>
          ))}
        </Stack>
      )}
    </Section>
  );
};
