import type { KennitalaSettings } from '@hofn/domain';
import {
  type ClaimFault,
  type ClaimLine,
  claimFaults,
  claimStepOf,
  type ClaimForm as Form,
} from '@hofn/domain/claim-form.ts';
import { errorText } from '@hofn/texts';
import { Alert, Button, ErrorSummary, Steps } from '@hofn/ui';
import { dayError } from '@hofn/ui/parts/day-error.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTexts } from '../engine/index.ts';
import type { PostState } from '../session/use-send-by.ts';
import type { Uploads } from '../uploads/useUploads.ts';
import { ChooseLine } from './ChooseLine.tsx';
import styles from './ClaimForm.module.css';
import { useFormHeading } from './FormHeading.tsx';
import { type FormParts, fieldId } from './fields.tsx';
import { useFormTexts } from './form-texts.ts';
import { Review, type ReviewItem } from './Review.tsx';
import { WhatHappened, WhatWasDamaged } from './steps.tsx';

const lastStep = 4;

/** State of the form: line, input and current step, with their setters. */
export type ClaimEntry = {
  line: ClaimLine;
  form: Form;
  step: number;
  setFields: (fields: Partial<Form>) => void;
  setLine: (line: ClaimLine) => void;
  setStep: (step: number) => void;
};

type Props = {
  entry: ClaimEntry;
  /** `YYYY-MM-DD` in Icelandic time. */
  today: string;
  kennitala: KennitalaSettings;
  uploads: Uploads;
  /** Fields of the first step below the line: the policy, and the reporter if not signed in. */
  firstStepFields: (parts: FormParts) => ReactNode;
  /** Validation errors of `firstStepFields`. */
  firstStepFaults?: readonly ClaimFault[];
  /** Answers to `firstStepFields`, for the review step. */
  firstStepItems: (label: (name: string) => string) => ReviewItem[];
  filing: Pick<PostState<unknown>, 'state' | 'error'>;
  /** Files the claim. @returns whether it was accepted */
  onFile: (declaration: boolean) => Promise<boolean>;
  /** Whether the heading takes focus on mount, because the form replaced the button that opened it. */
  focusesHeading?: boolean;
  /** Shown below the steps: the draft's status, and buttons to leave or discard the draft. */
  aside: ReactNode;
};

/** Confirmation after filing: the reference and what happens next. */
export const Thanks = ({ reference, children }: { reference: string; children: ReactNode }) => {
  const f = useFormTexts();
  const { heading, element } = useFormHeading(f('claimForm|thanksTitle'), 'done');
  useEffect(() => heading.current?.focus(), [heading]);
  return (
    <div className={styles.thanks}>
      {element}
      <p className={styles.reference}>{f('claimForm|thanksReference', { reference })}</p>
      <p>{f('claimForm|thanksText')}</p>
      {children}
    </div>
  );
};

/** The multi-step claim form for customers and visitors; the last step files the claim (rule DATA-9). */
export const ClaimForm = (props: Props) => {
  const { entry, today, kennitala, uploads, firstStepFields, firstStepFaults = [], filing, onFile } = props;
  const { line, form, step, setFields, setLine, setStep } = entry;
  const t = useTexts<'portal'>();
  const f = useFormTexts();
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  // Steps that the user tried to submit; these show all their errors.
  const [triedSteps, setTriedSteps] = useState<ReadonlySet<number>>(new Set());
  const [attempt, setAttempt] = useState(0);
  const [declaration, setDeclaration] = useState(false);
  const steps = [f('claimForm|step1'), f('claimForm|step2'), f('claimForm|step3'), f('claimForm|step4')];
  const { heading, element } = useFormHeading(steps[step - 1] ?? '');

  const { focusesHeading = false } = props;
  useEffect(() => {
    if (focusesHeading) heading.current?.focus();
  }, [focusesHeading, heading]);

  const faults: ClaimFault[] = [...firstStepFaults, ...claimFaults(line, form, { today, kennitala })];
  if (!uploads.isSettled) faults.push({ path: 'files', reason: 'filesUnfinished' });
  if (!declaration) faults.push({ path: 'declaration', reason: 'requiredDeclaration' });
  // The API's validation errors from the last attempt to file.
  const serverErrors = Object.entries(filing.error?.errors ?? {}).map(([path, [message = '']]) => ({
    path: path.replace(/^form\./, ''),
    message,
  }));
  const messageOf = ({ path, reason, params }: ClaimFault) => {
    const day = path === 'dateOfLoss' ? form.dateOfLoss : form.details[path.replace(/^details\./, '')];
    return (
      (reason === 'formatDay' && day !== undefined && dayError(f.language, day)?.message) ||
      f.find(`claimFault|${reason}`, params) ||
      reason
    );
  };
  const allErrors = [
    ...faults.map((fault) => ({ path: fault.path, message: messageOf(fault) })),
    ...serverErrors.filter(({ path }) => !faults.some((fault) => fault.path === path)),
  ];
  const errorsOfStep = (number: number) => allErrors.filter(({ path }) => claimStepOf(path) === number);
  const errorOf = (path: string) =>
    touched.has(path) || triedSteps.has(claimStepOf(path))
      ? allErrors.find((error) => error.path === path)?.message
      : undefined;
  const touch = (path: string) => setTouched((previous) => new Set([...previous, path]));
  const goToStep = (number: number) => {
    setStep(number);
    // Focus the heading, so that screen readers continue at the new step.
    requestAnimationFrame(() => heading.current?.focus());
  };
  const tryStep = (number: number): boolean => {
    setTriedSteps((previous) => new Set([...previous, number]));
    if (errorsOfStep(number).length === 0) return true;
    setAttempt((count) => count + 1);
    return false;
  };
  const goForward = async () => {
    if (step < lastStep) {
      if (!tryStep(step)) return;
      goToStep(step + 1);
      return;
    }
    const invalidStep = [1, 2, 3].find((number) => faults.some(({ path }) => claimStepOf(path) === number));
    if (invalidStep !== undefined) {
      tryStep(invalidStep);
      goToStep(invalidStep);
      return;
    }
    if (!tryStep(lastStep) && faults.length > 0) return;
    if (!(await onFile(declaration))) setAttempt((count) => count + 1);
  };
  // Show the step with the first field that the API rejected.
  const serverErrorStep = filing.error && serverErrors[0] ? claimStepOf(serverErrors[0].path) : undefined;
  const shownError = useRef<object>(undefined);
  useEffect(() => {
    if (serverErrorStep === undefined || shownError.current === filing.error) return;
    shownError.current = filing.error;
    setTriedSteps((previous) => new Set([...previous, serverErrorStep]));
    setStep(serverErrorStep);
  });

  const parts = { form, setFields, errorOf, touch };
  const stepErrors = triedSteps.has(step) ? errorsOfStep(step) : [];
  return (
    <div className={styles.columns}>
      <div className={styles.form}>
        {element}
        <ErrorSummary
          title={t('global|fixErrors', { n: stepErrors.length })}
          attempt={attempt}
          errors={stepErrors.map(({ path, message }) => ({ field: fieldId(path), message }))}
        />
        {filing.state === 'failed' && filing.error && serverErrors.length === 0 && (
          <Alert kind="error" live title={t('global|submitErrorMessage')}>
            {errorText(t, filing.error.errorCode)}
          </Alert>
        )}
        {step === 1 && (
          <>
            <ChooseLine line={line} onChange={setLine} error={undefined} />
            {firstStepFields(parts)}
          </>
        )}
        {step === 2 && <WhatHappened line={line} parts={parts} today={today} />}
        {step === 3 && <WhatWasDamaged line={line} parts={parts} uploads={uploads} />}
        {step === lastStep && (
          <Review
            line={line}
            form={form}
            firstStepItems={props.firstStepItems((name) => f.find(`claimField|${name}`) ?? name)}
            files={uploads.files}
            declaration={declaration}
            onDeclaration={setDeclaration}
            error={errorOf('declaration')}
            onStep={goToStep}
          />
        )}
        <div className={styles.buttons}>
          <Button
            onClick={() => void goForward()}
            loading={filing.state === 'sending'}
            loadingLabel={f('claimForm|sending')}
          >
            {step === lastStep ? f('claimForm|submit') : f('claimForm|next')}
          </Button>
          {step > 1 && (
            <Button kind="text" onClick={() => goToStep(step - 1)}>
              {t('global|back')}
            </Button>
          )}
        </div>
        {step < lastStep && <p className={styles.note}>{f('claimForm|notSent')}</p>}
      </div>
      <aside className={styles.aside}>
        <Steps
          label={f('claimForm|steps')}
          steps={steps}
          current={step - 1}
          doneLabel={t('claim|done')}
          position={f('claimForm|stepOf', { step: String(step), steps: String(lastStep) })}
          onSelect={(index) => goToStep(index + 1)}
        />
        {props.aside}
      </aside>
    </div>
  );
};
