import type { Claim } from '@hofn/contracts';
import { Alert, StatusRegion } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { ForRole } from '../../parts/ForRole.tsx';
import { useApi, useRefresh } from '../../session/index.ts';
import { Papers } from '../../uploads/Papers.tsx';
import { UploadField } from '../../uploads/UploadField.tsx';
import { useUploads } from '../../uploads/useUploads.ts';
import styles from './ClaimScreen.module.css';

/** What has been handed in for a claim, and the way to add to it while it is open. */
export const Files = ({ claim }: { claim: Claim }) => {
  const t = useTexts<'portal'>();
  const api = useApi();
  const refresh = useRefresh();
  const [added, setAdded] = useState(false);
  const half = claim.files.filter(({ state }) => state === 'receiving');
  const uploads = useUploads(
    {
      api,
      announce: (body, idempotencyKey) =>
        api.post('/api/claim/v1/claims/{id}/attachments', { params: { id: claim.id }, body, idempotencyKey }),
      onClean: () => {
        setAdded(true);
        refresh();
      },
    },
    half,
  );
  // What is still on its way stands in the field below.
  const papers = claim.files.filter(({ state }) => state !== 'receiving');
  const mayAdd = claim.open || claim.status === 'rejected';
  return (
    <section className={styles.section} aria-labelledby="gogn">
      <h2 id="gogn" tabIndex={-1}>
        {t('claim|documents')}
      </h2>
      {papers.length === 0 && <p>{t('claim|noDocuments')}</p>}
      {papers.length > 0 && <Papers files={papers} path="/api/claim/v1/attachments/{id}" />}
      <StatusRegion>{added && <Alert kind="success" title={t('claim|documentsAdded')} />}</StatusRegion>
      {mayAdd && (
        <ForRole takes="Full" silent>
          <div className={styles.adding}>
            <UploadField uploads={uploads} label={t('claim|addDocuments')} />
          </div>
        </ForRole>
      )}
    </section>
  );
};
