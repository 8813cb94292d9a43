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
import type { Sending } from '../session/use-send-by.ts';
import type { Uploads } from '../uploads/useUploads.ts';
import { ChooseLine } from './ChooseLine.tsx';
import styles from './ClaimForm.module.css';
import { useFormHeading } from './FormHeading.tsx';
import { type FormParts, fieldId } from './fields.tsx';
import { useFormTexts } from './form-texts.ts';
import { Review, type ReviewItem } from './Review.tsx';
import { WhatHappened, WhatWasDamaged } from './steps.tsx';

const last = 4;

/** What has been typed, how far one has come, and how both change. */
export type ClaimEntry = {
  line: ClaimLine;
  form: Form;
  step: number;
  set: (part: Partial<Form>) => void;
  setLine: (line: ClaimLine) => void;
  setStep: (step: number) => void;
};

type Props = {
  entry: ClaimEntry;
  /** `YYYY-MM-DD` in Iceland. */
  today: string;
  kennitala: KennitalaSettings;
  uploads: Uploads;
  /** The first step below the choice of line: which policy it is, and who files it where that is not known. */
  first: (parts: FormParts) => ReactNode;
  /** What is wrong in it. */
  firstFaults?: readonly ClaimFault[];
  /** What was told in it, to be read over. */
  firstItems: (label: (name: string) => string) => ReviewItem[];
  filing: Pick<Sending<unknown>, 'state' | 'error'>;
  /** Files the claim. @returns whether it was taken */
  onFile: (declaration: boolean) => Promise<boolean>;
  /** Whether it took the place of what was pressed to open it, so that reading goes on from its heading. */
  opened?: boolean;
  /** Beside the form, below its steps: how the draft stands, and the ways out. */
  beside: ReactNode;
};

/** The end of the form: the number to name, and what happens next. */
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

/** A claim being written, step by step, and filed at the end (rule DATA-9): the same for everyone who files one. */
export const ClaimForm = (props: Props) => {
  const { entry, today, kennitala, uploads, first, firstFaults = [], filing, onFile } = props;
  const { line, form, step, set, setLine, setStep } = entry;
  const t = useTexts<'portal'>();
  const f = useFormTexts();
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  // The steps that one has tried to leave: all their errors are shown.
  const [tried, setTried] = useState<ReadonlySet<number>>(new Set());
  const [attempt, setAttempt] = useState(0);
  const [declaration, setDeclaration] = useState(false);
  const steps = [f('claimForm|step1'), f('claimForm|step2'), f('claimForm|step3'), f('claimForm|step4')];
  const { heading, element } = useFormHeading(steps[step - 1] ?? '');

  const { opened = false } = props;
  useEffect(() => {
    if (opened) heading.current?.focus();
  }, [opened, heading]);

  const faults: ClaimFault[] = [...firstFaults, ...claimFaults(line, form, { today, kennitala })];
  if (!uploads.settled) faults.push({ path: 'files', reason: 'filesUnfinished' });
  if (!declaration) faults.push({ path: 'declaration', reason: 'requiredDeclaration' });
  // What only the service knows, as it said when the claim was sent last.
  const refused = Object.entries(filing.error?.errors ?? {}).map(([path, [message = '']]) => ({
    path: path.replace(/^form\./, ''),
    message,
  }));
  const wordsOf = ({ path, reason, params }: ClaimFault) => {
    const day = path === 'dateOfLoss' ? form.dateOfLoss : form.details[path.replace(/^details\./, '')];
    return (
      (reason === 'formatDay' && day !== undefined && dayError(f.language, day)?.message) ||
      f.find(`claimFault|${reason}`, params) ||
      reason
    );
  };
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
    if (!(await onFile(declaration))) setAttempt((count) => count + 1);
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

  const parts = { form, set, errorOf, touch };
  const summary = tried.has(step) ? ofStep(step) : [];
  return (
    <div className={styles.columns}>
      <div className={styles.form}>
        {element}
        <ErrorSummary
          title={t('global|fixErrors', { n: summary.length })}
          attempt={attempt}
          errors={summary.map(({ path, message }) => ({ field: fieldId(path), message }))}
        />
        {filing.state === 'failed' && filing.error && refused.length === 0 && (
          <Alert kind="error" live title={t('global|submitErrorMessage')}>
            {errorText(t, filing.error.errorCode)}
          </Alert>
        )}
        {step === 1 && (
          <>
            <ChooseLine line={line} onLine={setLine} error={undefined} />
            {first(parts)}
          </>
        )}
        {step === 2 && <WhatHappened line={line} parts={parts} today={today} />}
        {step === 3 && <WhatWasDamaged line={line} parts={parts} uploads={uploads} />}
        {step === last && (
          <Review
            line={line}
            form={form}
            first={props.firstItems((name) => f.find(`claimField|${name}`) ?? name)}
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
        {props.beside}
      </aside>
    </div>
  );
};
