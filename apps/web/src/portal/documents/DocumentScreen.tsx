import type { DocumentMeta } from '@hofn/contracts';
import { formatDate } from '@hofn/texts';
import { languages } from '@hofn/texts/language.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Button, DescriptionList, PageHeadParts, RadioGroup } from '@hofn/ui';
import { useEffect, useState } from 'react';
import { Link, useTexts } from '../../engine/index.ts';
import type { TemplateProps } from '../../engine/types.ts';
import { DetailScreen } from '../../parts/DetailScreen.tsx';
import { save, useCall, useFileContent, useRefetch } from '../../session/index.ts';
import { Attachments } from '../../uploads/Attachments.tsx';
import styles from './DocumentScreen.module.css';
import { kindKey } from './labels.ts';
import { PdfViewer } from './PdfViewer.tsx';

const DocumentBody = ({
  document: { id, title, kind, date, period, policy, claim, attachments },
}: {
  document: DocumentMeta;
}) => {
  const t = useTexts<'portal'>();
  // Offer both languages regardless of the page language: people often show a document to readers of the other
  // language.
  const [language, setLanguage] = useState(t.language);
  const file = useFileContent('/api/document/v1/download/{id}', { params: { id }, language });
  const refresh = useRefetch();
  const isOpened = file.state === 'ready';
  // The document list now shows this document as read.
  useEffect(() => {
    if (isOpened) refresh('/api/document/v1/edocuments');
  }, [isOpened, refresh]);
  return (
    <>
      <PageHeadParts
        actions={
          <Button
            icon="download"
            isLoading={file.state === 'loading'}
            loadingLabel={t('documents|preparing')}
            aria-disabled={!isOpened}
            onClick={() => file.data && save(file.data)}
          >
            {t('documents|download')}
          </Button>
        }
      />
      <div className={styles.facts}>
        <DescriptionList
          items={[
            { term: t('documents|kind'), value: t(kindKey[kind]) },
            { term: t('documents|date'), value: formatDate(t.language, date) },
            {
              term: t('documents|period'),
              value:
                period &&
                t('policy|periodOf', {
                  from: formatDate(t.language, period.from),
                  to: formatDate(t.language, period.to),
                }),
            },
            {
              term: t('documents|policy'),
              value: policy && (
                <Link to={pathOf('portal.policy', t.language, { id: policy.id })}>
                  {policy.name}, {policy.number}
                </Link>
              ),
            },
            { term: t('documents|claim'), value: claim?.number ?? null },
          ]}
        />
      </div>
      {attachments.length > 0 && (
        <section className={styles.attachments}>
          <h2>{t('documents|attachments')}</h2>
          <Attachments files={attachments} path="/api/document/v1/attachments/{id}" />
        </section>
      )}
      {kind !== 'memo' && (
        <div className={styles.language}>
          <RadioGroup
            label={t('documents|language')}
            name="language"
            hasColumns
            value={language}
            onChange={({ currentTarget }) => setLanguage(currentTarget.value === 'en' ? 'en' : 'is')}
            options={languages.map((value) => ({ value, label: t(`documents|language.${value}`) }))}
          />
        </div>
      )}
      <PdfViewer file={file} title={title} />
    </>
  );
};

/** One document, viewed in place (rule PORT-18). */
export const DocumentScreen = ({ id }: { id: string }) => {
  const t = useTexts<'portal'>();
  const call = useCall('/api/document/v2/document/{id}', { params: { id } });
  return (
    <DetailScreen
      call={call}
      loading={t('loading|documents')}
      heading={t('documents|document')}
      back={{ path: pathOf('portal.documents', t.language), label: t('documents|back') }}
      notFound={{ title: t('documents|notFoundTitle'), text: t('documents|notFound') }}
      title={({ title }) => title}
    >
      {(data) => <DocumentBody document={data} />}
    </DetailScreen>
  );
};

const PortalDocumentTemplate = ({ location }: TemplateProps) => (
  <DocumentScreen id={location.params.id ?? ''} />
);

export default PortalDocumentTemplate;
