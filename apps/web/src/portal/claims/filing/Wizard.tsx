import type { ClaimDraft } from '@hofn/contracts';
import { type ClaimFault, claimFaults, claimStepOf } from '@hofn/domain/claim-form.ts';
import { dayOfInstant, errorText, formatTime } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, Button, buttonClass, ErrorSummary, Icon, Steps } from '@hofn/ui';
import { useEffect, useRef, useState } from 'react';
import { Link, navigate, useTexts } from '../../../engine/index.ts';
import { useUnsaved } from '../../../forms/useUnsaved.tsx';
import { useCall, useSend, useSessionParts } from '../../../session/index.ts';
import { useUploads } from '../../uploads/useUploads.ts';
import { ChooseLine } from './ChooseLine.tsx';
import { DropDraft } from './DropDraft.tsx';
import styles from './FileClaim.module.css';
import { fieldId } from './fields.tsx';
import { Review } from './Review.tsx';
import { WhatHappened, WhatWasDamaged } from './steps.tsx';
import { useFormTexts } from './texts.ts';
import { useDraft } from './useDraft.ts';

const last = 4;
const strict = { checkDigit: 'strict', allowTestIds: false } as const;

/** The way after sending: what happens next, and the number to name. */
const Thanks = ({ id, reference }: { id: string; reference: string }) => {
  const t = useTexts<'portal'>();
  const f = useFormTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.thanks}>
      <Icon name="done" size={32} />
      <h1 ref={heading} tabIndex={-1}>
        {f('claimForm|thanksTitle')}
      </h1>
      <p className={styles.reference}>{f('claimForm|thanksReference', { reference })}</p>
      <p>{f('claimForm|thanksText')}</p>
      <Link to={pathOf('portal.claim', t.language, { id })} className={buttonClass()}>
        {f('claimForm|toClaim')}
      </Link>
    </div>
  );
};

/** A claim being written, step by step, and filed at the end. */
export const Wizard = ({ draft, now }: { draft: ClaimDraft; now: Date }) => {
  const t = useTexts<'portal'>();
  const f = useFormTexts();
  const { api } = useSessionParts();
  const kennitala = useCall('/api/contentConfig/v1/general').data?.kennitala ?? strict;
  const { line, form, step, set, setLine, setStep, keeping, save } = useDraft(draft);
  const leaving = useUnsaved(keeping.state !== 'kept');
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  // The steps that one has tried to leave: all their errors are shown.
  const [tried, setTried] = useState<ReadonlySet<number>>(new Set());
  const [attempt, setAttempt] = useState(0);
  const [declaration, setDeclaration] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const filing = useSend('/api/claim/v1/claims');
  const uploads = useUploads(
    {
      announce: (body, idempotencyKey) =>
        api.post('/api/claim/v1/drafts/{token}/attachments', {
          params: { token: draft.token },
          body,
          idempotencyKey,
        }),
    },
    draft.files,
  );

  const faults: ClaimFault[] = claimFaults(line, form, { today: dayOfInstant(now), kennitala });
  if (!uploads.settled) faults.push({ path: 'files', reason: 'filesUnfinished' });
  if (!declaration) faults.push({ path: 'declaration', reason: 'requiredDeclaration' });
  // What only the service knows, as it said when the claim was sent last.
  const refused = Object.entries(filing.error?.errors ?? {}).map(([path, [message = '']]) => ({
    path: path.replace(/^form\./, ''),
    message,
  }));
  const wordsOf = ({ reason, params }: ClaimFault) => f.find(`claimFault|${reason}`, params) ?? reason;
  const all = [
    ...faults.map((fault) => ({ path: fault.path, message: wordsOf(fault) })),
    ...refused.filter(({ path }) => !faults.some((fault) => fault.path === path)),
  ];
  const ofStep = (number: number) => all.filter(({ path }) => claimStepOf(path) === number);
  const errorOf = (path: string) =>
    touched.has(path) || tried.has(claimStepOf(path))
      ? all.find((error) => error.path === path)?.message
      : undefined;
  const touch = (path: string) => setTouched((before) => new Set([...before, path]));
  const go = (to: number) => {
    setStep(to);
    // The new step is read from its heading.
    requestAnimationFrame(() => heading.current?.focus());
  };
  const tryStep = (number: number): boolean => {
    setTried((before) => new Set([...before, number]));
    if (ofStep(number).length === 0) return true;
    setAttempt((count) => count + 1);
    return false;
  };
  const forward = async () => {
    if (step < last) {
      if (!tryStep(step)) return;
      go(step + 1);
      return;
    }
    const wrong = [1, 2, 3].find((number) => faults.some(({ path }) => claimStepOf(path) === number));
    if (wrong !== undefined) {
      tryStep(wrong);
      go(wrong);
      return;
    }
    if (!tryStep(last) && faults.length > 0) return;
    await save();
    const filed = await filing.send({ body: { draft: draft.token, line, form, declaration } });
    if (!filed) setAttempt((count) => count + 1);
  };
  const [wantsOut, setWantsOut] = useState(false);
  useEffect(() => {
    // Only once all is kept, when there is nothing left to ask about.
    if (wantsOut && keeping.state === 'kept') navigate(pathOf('portal.claims', t.language));
  }, [wantsOut, keeping.state, t.language]);
  const saveAndLeave = async () => {
    setWantsOut(true);
    if (!(await save())) setWantsOut(false);
  };
  // A field that the service refused stands in the step that it belongs to.
  const refusedStep = filing.error && refused[0] ? claimStepOf(refused[0].path) : undefined;
  const shown = useRef<object>(undefined);
  useEffect(() => {
    if (refusedStep === undefined || shown.current === filing.error) return;
    shown.current = filing.error;
    setTried((before) => new Set([...before, refusedStep]));
    setStep(refusedStep);
  });

  if (filing.state === 'done') return <Thanks {...filing.answer} />;

  const parts = { form, set, errorOf, touch };
  const steps = [f('claimForm|step1'), f('claimForm|step2'), f('claimForm|step3'), f('claimForm|step4')];
  const summary = tried.has(step) ? ofStep(step) : [];
  return (
    <div className={styles.columns}>
      <div className={styles.form}>
        <h1 ref={heading} tabIndex={-1}>
          {steps[step - 1]}
        </h1>
        <ErrorSummary
          title={f('claimForm|errorsTitle')}
          attempt={attempt}
          errors={summary.map(({ path, message }) => ({ field: fieldId(path), message }))}
        />
        {filing.state === 'failed' && refused.length === 0 && (
          <Alert kind="error" live title={t('global|submitErrorMessage')}>
            {errorText(t, filing.error.errorCode)}
          </Alert>
        )}
        {step === 1 && (
          <ChooseLine
            line={line}
            policy={form.policy}
            onLine={setLine}
            onPolicy={(policy) => set({ policy })}
            errors={{ policy: errorOf('policy') }}
          />
        )}
        {step === 2 && <WhatHappened line={line} parts={parts} today={dayOfInstant(now)} />}
        {step === 3 && <WhatWasDamaged line={line} parts={parts} uploads={uploads} />}
        {step === last && (
          <Review
            line={line}
            form={form}
            files={uploads.files}
            declaration={declaration}
            onDeclaration={setDeclaration}
            error={errorOf('declaration')}
            onStep={go}
          />
        )}
        <div className={styles.buttons}>
          <Button
            onClick={() => void forward()}
            loading={filing.state === 'sending'}
            loadingLabel={f('claimForm|sending')}
          >
            {step === last ? f('claimForm|submit') : f('claimForm|next')}
          </Button>
          {step > 1 && (
            <Button kind="text" onClick={() => go(step - 1)}>
              {t('global|back')}
            </Button>
          )}
        </div>
        {step < last && <p className={styles.note}>{f('claimForm|notSent')}</p>}
      </div>
      <aside className={styles.aside}>
        <Steps
          label={f('claimForm|steps')}
          steps={steps}
          current={step - 1}
          doneLabel={t('claim|done')}
          position={f('claimForm|stepOf', { step: String(step), steps: String(last) })}
          onSelect={(to) => go(to + 1)}
        />
        <p className={styles.note} role="status">
          {keeping.state === 'kept'
            ? f('claimForm|draftSaved', { time: formatTime(t.language, keeping.at) })
            : f(keeping.state === 'saving' ? 'claimForm|saving' : 'claimForm|saveFailed')}
        </p>
        <Button kind="text" onClick={() => void saveAndLeave()}>
          {f('claimForm|saveAndLeave')}
        </Button>
        <DropDraft token={draft.token} />
        {leaving}
      </aside>
    </div>
  );
};
