import type { KennitalaSettings } from '@hofn/domain';
import { hasDamage } from '@hofn/domain/claim-advice.ts';
import { type ClaimFault, type ClaimLine, claimStepOf } from '@hofn/domain/claim-form.ts';
import { Button, Columns, Row, Stack, Steps } from '@hofn/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '../engine/index.ts';
import { FormErrors } from '../forms/FormErrors.tsx';
import type { FormState } from '../forms/useFields.ts';
import { useServerErrors } from '../forms/useServerErrors.ts';
import type { PostState } from '../session/use-post-with.ts';
import type { Uploads } from '../uploads/useUploads.ts';
import { ChooseLine } from './ChooseLine.tsx';
import styles from './ClaimForm.module.css';
import { FormPartHeading, useFormHeading } from './FormHeading.tsx';
import { Review, type ReviewItem } from './Review.tsx';
import { WhatHappened, WhatWasDamaged } from './steps.tsx';
import { TheftAdvice } from './TheftAdvice.tsx';
import { type ClaimAnswers, type ClaimFields, useClaimForm } from './useClaimForm.ts';

const lastStep = 4;

/** State of the form: line, answers and current step, with their setters. */
export type ClaimEntry = {
  line: ClaimLine;
  answers: FormState<ClaimAnswers>;
  step: number;
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
  firstStepFields: (form: ClaimFields) => ReactNode;
  /** Validation errors of the reporter's details. */
  reporterFaults?: readonly ClaimFault[];
  /** Which policies may pay for the loss, below the first step's fields and above the review. */
  covers?: ReactNode;
  /** Answers to `firstStepFields`, for the review step. */
  firstStepItems: (label: (name: string) => string) => ReviewItem[];
  filing: Pick<PostState<unknown>, 'state' | 'error'>;
  /** Files the claim. */
  onFile: (declaration: boolean) => Promise<void>;
  /** Whether the heading takes focus on mount, because the form replaced the button that opened it. */
  focusesHeading?: boolean;
  /** Shown below the steps: the draft's status, and buttons to leave or discard the draft. */
  aside: ReactNode;
};

type ThanksProps = {
  reference: string;
  line: ClaimLine;
  causes: readonly string[];
  details: ClaimAnswers['details'];
  /** What has become of it already, in place of what happens next. */
  outcome?: ReactNode;
  children: ReactNode;
};

/** Confirmation after filing: the reference and what happens next. */
export const Thanks = ({ reference, line, causes, details, outcome, children }: ThanksProps) => {
  const t = useTexts<'claimForm'>();
  const heading = useFormHeading();
  useEffect(() => heading.current?.focus(), [heading]);
  return (
    <Stack width="form">
      <FormPartHeading heading={heading} text={t('claimForm|thanksTitle')} icon="done" />
      <p className={styles.reference}>{t('claimForm|thanksReference', { reference })}</p>
      {outcome ?? (
        <p>
          {t('claimForm|thanksText')} {hasDamage(line, causes) && t('claimForm|thanksKeep')}
        </p>
      )}
      {details.police !== 'yes' && <TheftAdvice line={line} causes={causes} />}
      {children}
    </Stack>
  );
};

/** Moves between the steps: forward only from a step without errors, and to the step that an error is in. */
const useSteps = (
  form: ClaimFields,
  { entry, filing, onFile }: Pick<Props, 'entry' | 'filing'> & { onFile: () => Promise<void> },
) => {
  const t = useTexts<'claimForm'>();
  const { step, setStep } = entry;
  const names = [t('claimForm|step1'), t('claimForm|step2'), t('claimForm|step3'), t('claimForm|step4')];
  const heading = useFormHeading();
  const goToStep = (number: number) => {
    setStep(number);
    // Focus the heading, so that screen readers continue at the new step.
    requestAnimationFrame(() => heading.current?.focus());
  };
  const goForward = () => {
    if (step < lastStep) {
      if (form.check(step)) goToStep(step + 1);
      return;
    }
    const invalidStep = Math.min(...form.errors.map(({ path }) => claimStepOf(path)));
    if (invalidStep < lastStep) {
      form.check(invalidStep);
      goToStep(invalidStep);
      return;
    }
    void form.submit(onFile, lastStep)();
  };
  useServerErrors((errors) => {
    const byField = Object.entries(errors).map(([path, messages]) => [path.replace(/^form\./, ''), messages]);
    form.setServerErrors(Object.fromEntries(byField));
    // Show the step with the first field that the API rejected.
    setStep(claimStepOf(String(byField[0]?.[0])));
  }, filing.error);
  return { names, heading, goToStep, goForward };
};

type StepFieldsProps = Props & {
  form: ClaimFields;
  isDeclared: boolean;
  onDeclaredChange: (isGiven: boolean) => void;
  onStep: (step: number) => void;
};

/** The fields of the current step; the last step reviews the answers. */
const StepFields = ({ form, ...props }: StepFieldsProps) => {
  const { entry, today, uploads, firstStepFields, firstStepItems, covers } = props;
  const { isDeclared, onDeclaredChange, onStep } = props;
  const { line, step, setLine } = entry;
  const t = useTexts<'claimForm'>();
  if (step === 1)
    return (
      <>
        <ChooseLine line={line} onChange={setLine} error={undefined} />
        {firstStepFields(form)}
        {covers}
      </>
    );
  if (step === 2) return <WhatHappened line={line} form={form} today={today} />;
  if (step === 3) return <WhatWasDamaged line={line} form={form} uploads={uploads} />;
  return (
    <>
      {covers}
      <Review
        line={line}
        form={form.values}
        firstStepItems={firstStepItems((name) => t.find(`claimField|${name}`) ?? name)}
        files={uploads.files}
        isDeclared={isDeclared}
        onDeclaredChange={onDeclaredChange}
        error={form.errorOf('declaration')}
        onStep={onStep}
      />
    </>
  );
};

/** The multi-step claim form for customers and visitors; the last step files the claim (rule DATA-9). */
export const ClaimForm = (props: Props) => {
  const { entry, today, kennitala, uploads, reporterFaults = [], filing, focusesHeading = false } = props;
  const { line, step } = entry;
  const t = useTexts<'claimForm'>();
  const [declaration, setDeclaration] = useState(false);
  const settings = { line, today, kennitala, uploads, declaration, reporterFaults };
  const form = useClaimForm(entry.answers, settings);
  const onFile = () => props.onFile(declaration);
  const { names, heading, goToStep, goForward } = useSteps(form, { entry, filing, onFile });
  useEffect(() => {
    if (focusesHeading) heading.current?.focus();
  }, [focusesHeading, heading]);

  const stepErrors = form.summary.errors.filter(({ path }) => claimStepOf(path) === step);
  return (
    <Columns
      gap="xl"
      isAsideFirst
      aside={
        <>
          <Steps
            label={t('claimForm|steps')}
            steps={names}
            current={step - 1}
            doneLabel={t('claim|done')}
            position={t('claimForm|stepOf', { step: String(step), steps: String(lastStep) })}
            onSelect={(index) => goToStep(index + 1)}
          />
          {props.aside}
        </>
      }
    >
      <Stack gap="l" width="form">
        <FormPartHeading heading={heading} text={names[step - 1] ?? ''} />
        <FormErrors
          form={{ summary: { attempt: form.summary.attempt, errors: stepErrors } }}
          title={t('global|submitErrorMessage')}
          error={filing.state === 'failed' ? filing.error : undefined}
        />
        <StepFields
          {...props}
          form={form}
          isDeclared={declaration}
          onDeclaredChange={setDeclaration}
          onStep={goToStep}
        />
        <Row>
          <Button
            onClick={goForward}
            isLoading={filing.state === 'sending'}
            loadingLabel={t('claimForm|sending')}
          >
            {step === lastStep ? t('claimForm|submit') : t('claimForm|next')}
          </Button>
          {step > 1 && (
            <Button kind="text" onClick={() => goToStep(step - 1)}>
              {t('global|back')}
            </Button>
          )}
        </Row>
        {step < lastStep && <p className={styles.note}>{t('claimForm|notSent')}</p>}
      </Stack>
    </Columns>
  );
};
