import type { ClaimDraft } from '@hofn/contracts';
import { dayOfInstant, formatTime } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Button, buttonClass } from '@hofn/ui';
import { useEffect, useState } from 'react';
import styles from '../../../claims/ClaimForm.module.css';
import { ClaimForm, Thanks } from '../../../claims/ClaimForm.tsx';
import { DropClaim } from '../../../claims/DropClaim.tsx';
import { useFormTexts } from '../../../claims/form-texts.ts';
import { Link, navigate, useTexts } from '../../../engine/index.ts';
import { useUnsaved } from '../../../forms/useUnsaved.tsx';
import { useApi, useCall, useSend } from '../../../session/index.ts';
import { useUploads } from '../../../uploads/useUploads.ts';
import { ChoosePolicy, usePolicies } from './ChoosePolicy.tsx';
import { useDraft } from './useDraft.ts';

const strict = { checkDigit: 'strict', allowTestIds: false } as const;

/** A claim of the subject that was begun, kept as it is typed. */
export const DraftForm = ({ draft, now }: { draft: ClaimDraft; now: Date }) => {
  const t = useTexts<'portal'>();
  const f = useFormTexts();
  const api = useApi();
  const kennitala = useCall('/api/contentConfig/v1/general').data?.kennitala ?? strict;
  const policies = usePolicies();
  const { keeping, save, ...entry } = useDraft(draft);
  const { line, form } = entry;
  const filing = useSend('/api/claim/v1/claims');
  const [dropped, setDropped] = useState(false);
  // A claim that was filed or thrown away has nothing to lose, whatever became of its last save.
  const leaving = useUnsaved(keeping.state !== 'kept' && filing.state !== 'done' && !dropped);
  const uploads = useUploads(
    {
      api,
      announce: (body, idempotencyKey) =>
        api.post('/api/claim/v1/drafts/{token}/attachments', {
          params: { token: draft.token },
          body,
          idempotencyKey,
        }),
    },
    draft.files,
  );
  const [wantsOut, setWantsOut] = useState(false);
  useEffect(() => {
    // Only once all is kept or thrown away, when there is nothing left to ask about.
    if (dropped || (wantsOut && keeping.state === 'kept')) navigate(pathOf('portal.claims', t.language));
  }, [dropped, wantsOut, keeping.state, t.language]);
  const saveAndLeave = async () => {
    setWantsOut(true);
    if (!(await save())) setWantsOut(false);
  };

  if (filing.state === 'done')
    return (
      <Thanks reference={filing.answer.reference}>
        <Link to={pathOf('portal.claim', t.language, { id: filing.answer.id })} className={buttonClass()}>
          {f('claimForm|toClaim')}
        </Link>
      </Thanks>
    );

  return (
    <ClaimForm
      entry={entry}
      today={dayOfInstant(now)}
      kennitala={kennitala}
      uploads={uploads}
      first={({ set, errorOf }) => (
        <ChoosePolicy policy={form.policy} onPolicy={(policy) => set({ policy })} error={errorOf('policy')} />
      )}
      firstItems={(label) => {
        const policy = policies.find(({ id }) => id === form.policy);
        return [
          { term: label('policy'), value: policy ? `${policy.name}, ${policy.number}` : label('dontKnow') },
        ];
      }}
      filing={filing}
      onFile={async (declaration) => {
        await save();
        return (await filing.send({ body: { draft: draft.token, line, form, declaration } })) !== undefined;
      }}
      beside={
        <>
          <p className={styles.note} role="status">
            {keeping.state === 'kept'
              ? f('claimForm|draftSaved', { time: formatTime(t.language, keeping.at) })
              : f(keeping.state === 'saving' ? 'claimForm|saving' : 'claimForm|saveFailed')}
          </p>
          <Button kind="text" onClick={() => void saveAndLeave()}>
            {f('claimForm|saveAndLeave')}
          </Button>
          <DropClaim
            onDrop={async () => {
              await api.delete('/api/claim/v1/drafts/{token}', { params: { token: draft.token } });
              setDropped(true);
            }}
          />
          {leaving}
        </>
      }
    />
  );
};
