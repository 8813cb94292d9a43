import type { SignedDocument } from '@hofn/contracts';
import { formatDateTime } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Button, PageHead, Skeleton, Table } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
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
import { aboutOf, WaitingDocuments } from './WaitingDocuments.tsx';

const SignedTable = ({ items }: { items: SignedDocument[] }) => {
  const t = useTexts<'portal'>();
  const { busy, error, download } = useDownload();
  return (
    <>
      <Table
        caption={t('signing|signedTitle')}
        isCaptionHidden
        rows={items}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'document',
            heading: t('signing|document'),
            isRowHeading: true,
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
                isLoading={busy === id}
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
        <DatedFilters
          list={list}
          searchLabel={t('signing|search')}
          searchHint={t('signing|searchHint')}
          rows={total}
        />
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
      {total > 0 && list.enabled && (
        <ListActions path="/api/document/v1/signeddocuments" query={list.filterQuery} />
      )}
    </section>
  );
};

/** Documents to sign, and signed ones (rule PORT-5). */
export const ToSign = () => {
  const t = useTexts<'portal'>();
  return (
    <>
      <PageHead title={t('signing|title')}>
        <p>{t('signing|lead')}</p>
      </PageHead>
      <PrintedFor />
      <WaitingDocuments />
      <SignedDocuments />
    </>
  );
};

export default ToSign;
