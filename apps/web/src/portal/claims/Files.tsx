import type { Claim } from '@hofn/contracts';
import { Alert, StatusRegion } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { ForRole } from '../../parts/ForRole.tsx';
import { useApi, useChangeAnswer, useRefetch } from '../../session/index.ts';
import { Attachments } from '../../uploads/Attachments.tsx';
import { UploadField } from '../../uploads/UploadField.tsx';
import { useUploads } from '../../uploads/useUploads.ts';
import styles from './ClaimScreen.module.css';

/** Documents submitted for a claim, and an upload field while the claim accepts more. */
export const Files = ({ claim }: { claim: Claim }) => {
  const t = useTexts<'portal'>();
  const api = useApi();
  const refresh = useRefetch();
  const changeAnswer = useChangeAnswer();
  const [isAdded, setIsAdded] = useState(false);
  const uploads = useUploads(
    {
      api,
      announce: (body, idempotencyKey) =>
        api.post('/api/claim/v1/claims/{id}/attachments', { params: { id: claim.id }, body, idempotencyKey }),
      onClean: () => {
        setIsAdded(true);
        refresh();
      },
    },
    {
      uploads: claim.files.filter(({ state }) => state === 'receiving'),
      change: (change) =>
        changeAnswer('/api/claim/v1/getclaim/{id}', (shown) => ({ ...shown, files: change(shown.files) }), {
          params: { id: claim.id },
        }),
    },
  );
  // Unfinished uploads are shown in the upload field instead.
  const attachments = claim.files.filter(({ state }) => state !== 'receiving');
  const canAdd = claim.open || claim.status === 'rejected';
  return (
    <section className={styles.section} aria-labelledby="gogn">
      <h2 id="gogn" tabIndex={-1}>
        {t('claim|documents')}
      </h2>
      {attachments.length === 0 && <p>{t('claim|noDocuments')}</p>}
      {attachments.length > 0 && <Attachments files={attachments} path="/api/claim/v1/attachments/{id}" />}
      <StatusRegion>{isAdded && <Alert kind="success" title={t('claim|documentsAdded')} />}</StatusRegion>
      {canAdd && (
        <ForRole requires="Full" isSilent>
          <div className={styles.adding}>
            <UploadField uploads={uploads} label={t('claim|addDocuments')} />
          </div>
        </ForRole>
      )}
    </section>
  );
};
