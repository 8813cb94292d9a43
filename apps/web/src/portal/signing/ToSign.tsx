import type { Signable, SignedDocument } from '@hofn/contracts';
import { formatDate, formatDateTime } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Button, buttonClass, DescriptionList, EmptyState, PageHead, Skeleton, Table, Tag } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { Detail } from '../../parts/Detail.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { DatedFilters } from '../../parts/list/DatedFilters.tsx';
import { ListActions } from '../../parts/list/ListActions.tsx';
import { ListScreen } from '../../parts/list/ListScreen.tsx';
import { useDatedList } from '../../parts/list/useDatedList.ts';
import { useListData } from '../../parts/list/usePages.ts';
import { PrintedFor } from '../../parts/PrintedFor.tsx';
import { useCall, useDownload } from '../../session/index.ts';
import styles from './Signing.module.css';

/** What a document is about: the policy's name and number, or the claim's number. */
export const aboutOf = ({ policy, claim }: Pick<Signable, 'policy' | 'claim'>): string | null =>
  policy ? `${policy.name}, ${policy.number}` : (claim?.number ?? null);

export const SignableTag = ({ state }: Pick<Signable, 'state'>) => {
  const t = useTexts<'portal'>();
  return state === 'waiting' ? (
    <Tag tone="info" icon="clock">
      {t('signing|stateWaiting')}
    </Tag>
  ) : (
    <Tag tone="neutral" icon="stop">
      {t('signing|stateExpired')}
    </Tag>
  );
};

const WaitingDocuments = ({ items }: { items: Signable[] }) => {
  const t = useTexts<'portal'>();
  const day = (date: string) => formatDate(t.language, date);
  return (
    <ul className={styles.waiting}>
      {items.map((item) => {
        const { id, title, state, date, signBy, claim } = item;
        const path = pathOf('portal.signDocument', t.language, { id });
        return (
          <li key={id} className={styles.document}>
            <h2>
              <Link to={path}>{title}</Link>
            </h2>
            <SignableTag state={state} />
            <DescriptionList
              items={[
                { term: t(claim ? 'documents|claim' : 'documents|policy'), value: aboutOf(item) },
                { term: t('signing|issued'), value: day(date) },
                { term: t('signing|signBy'), value: day(signBy) },
              ]}
            />
            {state === 'waiting' && (
              <p className={styles.open}>
                <Link
                  to={path}
                  className={buttonClass({ size: 'small' })}
                  aria-label={t('signing|openOf', { title })}
                >
                  {t('signing|open')}
                </Link>
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
};

const SignedTable = ({ items }: { items: SignedDocument[] }) => {
  const t = useTexts<'portal'>();
  const { busy, error, download } = useDownload();
  return (
    <>
      <Table
        caption={t('signing|signedTitle')}
        captionHidden
        rows={items}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'document',
            heading: t('signing|document'),
            rowHeading: true,
            cell: (item) => (
              <>
                {item.title}
                <Detail>{aboutOf(item)}</Detail>
              </>
            ),
          },
          {
            key: 'signedAt',
            heading: t('signing|signedAt'),
            cell: ({ signedAt }) => formatDateTime(t.language, signedAt),
          },
          {
            key: 'signer',
            heading: t('signing|signer'),
            cell: ({ signer }) =>
              `${signer.name}, ${t(signer.method === 'mobile' ? 'signing|byMobile' : 'signing|byApp')}`,
          },
          {
            key: 'file',
            heading: t('signing|copy'),
            cell: ({ id, title }) => (
              <Button
                kind="text"
                size="small"
                icon="download"
                aria-label={t('signing|getOf', { title })}
                loading={busy === id}
                loadingLabel={t('documents|preparing')}
                onClick={() =>
                  void download(id, '/api/document/v1/signeddocuments/{id}/pdf', { params: { id } })
                }
              >
                {t('documents|download')}
              </Button>
            ),
          },
        ]}
      />
      <ErrorAlert title={t('documents|downloadFailed')} error={error} />
    </>
  );
};

const pageSize = 25;

const SignedDocuments = () => {
  const t = useTexts<'portal'>();
  const list = useDatedList('signed', pageSize);
  const call = useCall('/api/document/v1/signeddocuments', { query: list.query, enabled: list.enabled });
  const { total = 0 } = useListData(call, list.pages) ?? {};
  return (
    <section className={styles.signed}>
      <h2>{t('signing|signedTitle')}</h2>
      {(total > 0 || list.isNarrow) && (
        <>
          <DatedFilters list={list} searchLabel={t('signing|search')} searchHint={t('signing|searchHint')} />
          {list.enabled && <ListActions path="/api/document/v1/signeddocuments" query={list.filterQuery} />}
        </>
      )}
      <ListScreen
        list={list}
        label={t('signing|signedTitle')}
        total={total}
        call={call}
        loading={t('loading|documents')}
        skeleton={<Skeleton rows={3} />}
        empty={<p>{t('signing|signedEmpty')}</p>}
      >
        {({ items }) => (
          <>
            <p className={styles.lead}>
              {t('signing|signedLead')}{' '}
              <Link to={pathOf('signatureCheck', t.language)}>{t('signing|verify')}</Link>
            </p>
            <SignedTable items={items} />
          </>
        )}
      </ListScreen>
    </section>
  );
};

/** Documents to sign, and signed ones (rule PORT-5). */
export const ToSign = () => {
  const t = useTexts<'portal'>();
  const call = useCall('/api/document/v2/signable', {});
  return (
    <>
      <PageHead title={t('signing|title')}>
        <p>{t('signing|lead')}</p>
      </PageHead>
      <PrintedFor />
      <p className="visually-hidden" role="status">
        {call.state === 'ready' && t('signing|waitingCount', { n: call.data.waiting })}
      </p>
      <CallScreen
        call={call}
        loading={t('signing|loading')}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('signing|empty')}>{t('signing|emptyText')}</EmptyState>}
      >
        {({ items }) => <WaitingDocuments items={items} />}
      </CallScreen>
      <SignedDocuments />
    </>
  );
};

export default ToSign;
