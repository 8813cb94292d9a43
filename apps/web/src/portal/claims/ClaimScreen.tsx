import type { Claim } from '@hofn/contracts';
import { formatPhone } from '@hofn/domain';
import { formatDate, formatDateTime } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, DescriptionList, PageHeadParts } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import type { TemplateProps } from '../../engine/types.ts';
import { DetailScreen } from '../../parts/DetailScreen.tsx';
import { PrintButton } from '../../parts/PrintButton.tsx';
import { PrintedFor } from '../../parts/PrintedFor.tsx';
import { useCall } from '../../session/index.ts';
import { ComplaintLink } from '../complaints/ComplaintLink.tsx';
import { ClaimCovers } from './ClaimCovers.tsx';
import { ClaimDecision } from './ClaimDecision.tsx';
import { deductibleOf, Payments } from './ClaimPayments.tsx';
import styles from './ClaimScreen.module.css';
import { ClaimTimeline } from './ClaimTimeline.tsx';
import { Files } from './Files.tsx';
import { Letters } from './Letters.tsx';
import { Messages } from './Messages.tsx';
import { StatusTag, UnverifiedTag } from './StatusTag.tsx';

const ClaimAside = ({ claim }: { claim: Claim }) => {
  const t = useTexts<'portal'>();
  const { handler, policy, facts } = claim;
  return (
    <aside className={styles.aside}>
      {handler && (
        <section>
          <h2>{t('claims|handler')}</h2>
          <p>
            <b>{handler.name}</b>
            {handler.phone && (
              <>
                <br />
                <a className="figures" href={`tel:+354${handler.phone}`}>
                  {formatPhone(handler.phone)}
                </a>
              </>
            )}
          </p>
        </section>
      )}
      <section>
        <h2>{t('claim|about')}</h2>
        <DescriptionList
          items={[
            { term: t('claims|number'), value: claim.number },
            { term: t('claims|dateOfLoss'), value: formatDate(t.language, claim.dateOfLoss) },
            { term: t('claims|place'), value: claim.place },
            {
              term: t('claims|policy'),
              value: policy && (
                <Link to={pathOf('portal.policy', t.language, { id: policy.id })}>{policy.name}</Link>
              ),
            },
            {
              term: t('claim|deductible'),
              value: deductibleOf(t.language, claim),
            },
            {
              term: t('claim|reportedAt'),
              value: claim.reportedAt && formatDateTime(t.language, claim.reportedAt),
            },
          ]}
        />
      </section>
      {facts.length > 0 && (
        <section>
          <h2>{t('claim|notice')}</h2>
          <DescriptionList
            items={facts.map(({ label, value }) => ({
              term: label,
              value: <span className={styles.written}>{value}</span>,
            }))}
          />
        </section>
      )}
    </aside>
  );
};

/** Statuses in which something has been decided that one can complain about (rule RIGHT-2). */
const decided: readonly Claim['status'][] = ['approved', 'partlyApproved', 'rejected', 'settled', 'closed'];

const ClaimBody = ({ claim }: { claim: Claim }) => {
  const t = useTexts<'portal'>();
  return (
    <>
      <PageHeadParts actions={<PrintButton />}>
        <p className={styles.under}>
          <StatusTag status={claim.status} />
          {claim.unverified && <UnverifiedTag />}
          <span>
            {t('claims|dateOfLoss')} {formatDate(t.language, claim.dateOfLoss)}
            {claim.policy && ` · ${claim.policy.name}`}
          </span>
        </p>
      </PageHeadParts>
      <PrintedFor />
      <div className={styles.columns}>
        <div>
          {claim.unverified && (
            <div className={styles.notice}>
              <Alert kind="warning" title={t('claim|unverifiedTitle')}>
                {t('claim|unverifiedText')}
              </Alert>
            </div>
          )}
          <section aria-labelledby="gangur">
            <h2 id="gangur">{t('claim|timeline')}</h2>
            <ClaimTimeline claim={claim} />
          </section>
          {claim.loss && <ClaimCovers claim={{ ...claim, loss: claim.loss }} />}
          <ClaimDecision claim={claim} />
          <Letters letters={claim.letters} />
          {decided.includes(claim.status) && !claim.unverified && (
            <div className={styles.section}>
              {claim.status === 'rejected' && (
                <Alert title={t('claim|appeal')}>{t('claim|appealText')}</Alert>
              )}
              <ComplaintLink about={{ subject: 'claim', id: claim.id, title: claim.title }} />
            </div>
          )}
          <Payments claim={claim} />
          <Files claim={claim} />
          <Messages claim={claim} />
        </div>
        <ClaimAside claim={claim} />
      </div>
    </>
  );
};

/** One claim on its own page (rules PORT-18 and DATA-5). */
export const ClaimScreen = ({ id }: { id: string }) => {
  const t = useTexts<'portal'>();
  const claim = useCall('/api/claim/v1/getclaim/{id}', { params: { id } });
  return (
    <DetailScreen
      call={claim}
      loading={t('loading|claims')}
      heading={t('claim|title')}
      back={{ path: pathOf('portal.claims', t.language), label: t('claim|back') }}
      notFound={{ title: t('claim|notFoundTitle'), text: t('claim|notFound') }}
      title={({ title }) => title}
    >
      {(data) => <ClaimBody claim={data} />}
    </DetailScreen>
  );
};

const PortalClaimTemplate = ({ location }: TemplateProps) => <ClaimScreen id={location.params.id ?? ''} />;

export default PortalClaimTemplate;
