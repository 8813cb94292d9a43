import type { ClaimDraft } from '@hofn/contracts';
import { dayOfInstant, formatTime } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, Button, Row } from '@hofn/ui';
import { useEffect, useState } from 'react';
import styles from '../../../claims/ClaimForm.module.css';
import { ClaimForm } from '../../../claims/ClaimForm.tsx';
import { DiscardClaim } from '../../../claims/DiscardClaim.tsx';
import { navigate, useTexts } from '../../../engine/index.ts';
import { useUnsaved } from '../../../forms/useUnsaved.ts';
import { useApi, useCall, useChangeAnswer, usePost, useUser } from '../../../session/index.ts';
import { useUploads } from '../../../uploads/useUploads.ts';
import { ChoosePolicy, usePolicies } from './ChoosePolicy.tsx';
import { Covers, useCovers } from './Covers.tsx';
import { Filed } from './Filed.tsx';
import { useDraft } from './useDraft.ts';

const strictKennitala = { checkDigit: 'strict', allowTestIds: false } as const;

/** Another device has saved a newer version of the draft: the customer chooses which one to continue with. */
const DraftConflict = ({
  at,
  onKeepMine,
  onTakeNewer,
}: {
  at: string;
  onKeepMine: () => void;
  onTakeNewer: () => void;
}) => {
  const t = useTexts<'claimForm'>();
  return (
    <div className={styles.conflict}>
      <Alert
        kind="error"
        isLive
        title={t('claimForm|draftChangedTitle')}
        action={
          <Row>
            <Button size="small" onClick={onTakeNewer}>
              {t('claimForm|draftTakeNewer')}
            </Button>
            <Button kind="secondary" size="small" onClick={onKeepMine}>
              {t('claimForm|draftKeepMine')}
            </Button>
          </Row>
        }
      >
        {t('claimForm|draftChangedText', { time: formatTime(t.language, at) })}
      </Alert>
    </div>
  );
};

/** Claim form of a saved draft; input is saved as it is typed. */
export const DraftForm = ({ draft, now }: { draft: ClaimDraft; now: Date }) => {
  const t = useTexts<'claimForm'>();
  const api = useApi();
  const changeAnswer = useChangeAnswer();
  const kennitala = useCall('/api/contentConfig/v1/general').data?.kennitala ?? strictKennitala;
  const policies = usePolicies();
  const subject = useUser().data?.currentProxyUser;
  const actedFor = subject && subject.via !== 'self' ? subject.fullName : undefined;
  const { saveState, save, end, changedAt, isInConflict, check, keepMine, takeNewer, ...entry } = useDraft(
    draft,
    subject,
  );
  const { line } = entry;
  const [form] = entry.answers;
  const hasFound = (useCovers({ line, ...form }).data?.items.length ?? 0) > 0;
  const filing = usePost('/api/claim/v1/claims');
  const [isDiscarded, setIsDiscarded] = useState(false);
  // After filing or discarding, no input can be lost, even if the last save failed.
  useUnsaved(saveState.state !== 'saved' && filing.state !== 'done' && !isDiscarded);
  const uploads = useUploads(
    {
      api,
      announce: (body, idempotencyKey) =>
        api.post('/api/claim/v1/drafts/{token}/attachments', {
          params: { token: draft.token },
          body,
          idempotencyKey,
        }),
      content: async (id) =>
        (await api.download('/api/claim/v1/attachments/{id}', { params: { id } })).content,
    },
    {
      uploads: draft.files,
      change: (change) =>
        changeAnswer('/api/claim/v1/drafts/{token}', (shown) => ({ ...shown, files: change(shown.files) }), {
          params: { token: draft.token },
        }),
    },
  );
  const [isLeaving, setIsLeaving] = useState(false);
  useEffect(() => {
    // Navigate only after the draft is saved or discarded; otherwise the leave dialog opens.
    if (isDiscarded || (isLeaving && saveState.state === 'saved'))
      navigate(pathOf('portal.claims', t.language));
  }, [isDiscarded, isLeaving, saveState.state, t.language]);
  const saveAndLeave = async () => {
    setIsLeaving(true);
    if (!(await save())) setIsLeaving(false);
  };

  if (filing.state === 'done') return <Filed filed={filing.answer} {...{ line, form, actedFor }} />;

  return (
    <>
      {saveState.state === 'conflict' && (
        <DraftConflict
          at={saveState.at ?? draft.changedAt}
          onKeepMine={() => void keepMine()}
          onTakeNewer={takeNewer}
        />
      )}
      <ClaimForm
        entry={entry}
        today={dayOfInstant(now)}
        kennitala={kennitala}
        uploads={uploads}
        firstStepFields={(fields) => <ChoosePolicy {...fields.field('policy')} />}
        covers={<Covers line={line} {...form} />}
        firstStepItems={(label) => {
          const policy = policies.find(({ id }) => id === form.policy);
          const items = actedFor ? [{ term: t('claimForm|for'), value: actedFor }] : [];
          // Nothing was chosen, but the review begins with the policies that were found.
          if (form.policy === '' && hasFound) return items;
          return [
            ...items,
            { term: label('policy'), value: policy ? `${policy.name}, ${policy.number}` : label('dontKnow') },
          ];
        }}
        filing={filing}
        onFile={async (declaration) => {
          // A newer version from another device has to be chosen or replaced first; the question about it is on the screen.
          if (!(await save()) && isInConflict()) return;
          const body = { draft: draft.token, line, form, declaration, draftChangedAt: changedAt() };
          if (!(await end(async () => (await filing.send({ body })) !== undefined))) await check();
        }}
        aside={
          <>
            <p className={styles.note} role="status">
              {saveState.state === 'saved' &&
                t('claimForm|draftSaved', { time: formatTime(t.language, saveState.at ?? draft.changedAt) })}
              {saveState.state === 'saving' && t('claimForm|saving')}
              {saveState.state === 'failed' && t('claimForm|saveFailed')}
            </p>
            <Row gap="s">
              <Button kind="text" size="small" onClick={() => void saveAndLeave()}>
                {t('claimForm|saveAndLeave')}
              </Button>
              <DiscardClaim
                onDiscard={async () => {
                  await end(async () => {
                    await api.delete('/api/claim/v1/drafts/{token}', { params: { token: draft.token } });
                    return true;
                  });
                  setIsDiscarded(true);
                }}
              />
            </Row>
          </>
        }
      />
    </>
  );
};
