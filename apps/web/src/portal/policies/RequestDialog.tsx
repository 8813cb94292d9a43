import type {
  Policy,
  PolicyOptions,
  PolicyRequest,
  PolicyRequestPreview,
  SentPolicyRequest,
} from '@hofn/contracts';
import { Alert, Button, DescriptionList, Dialog, Skeleton } from '@hofn/ui';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { FormErrors } from '../../forms/FormErrors.tsx';
import { useForm } from '../../forms/useForm.ts';
import { useServerErrors } from '../../forms/useServerErrors.ts';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { usePost } from '../../session/index.ts';
import { DecisionText } from '../requests/DecisionText.tsx';
import { RequestFields } from './RequestFields.tsx';
import styles from './Requests.module.css';
import {
  type Answers,
  needsAnswers,
  noAnswers,
  type RequestKind,
  requestOf,
  schemaOf,
} from './request-form.ts';

/** What the request would lead to, as the API has worked it out. */
const Preview = ({ preview }: { preview: PolicyRequestPreview }) => {
  const t = useTexts<'portal'>();
  const heading = useId();
  return (
    <>
      <DecisionText decision={preview.decision} />
      <DescriptionList items={preview.facts.map(({ label, value }) => ({ term: label, value }))} />
      {preview.refund !== null && <p className={styles.note}>{t('policyForm|refundNote')}</p>}
      <section aria-labelledby={heading}>
        <h3 id={heading}>{t('policyForm|follows')}</h3>
        <ul>
          {preview.consequences.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </section>
    </>
  );
};

/** The text of the button that confirms: a request that people decide on is sent, and does not take effect by it (ACT-3). */
const confirmText = (
  kind: RequestKind,
  decided: NonNullable<PolicyRequestPreview['decision']>['decided'] | undefined,
) => {
  const isEnd = kind === 'cancel' || kind === 'withdraw';
  if (decided === 'atOnce' && !isEnd) return 'policyForm|confirm.atOnce';
  if (kind === 'withdraw' || (kind === 'cancel' && decided !== 'referred'))
    return `policyForm|confirm.${kind}` as const;
  return 'policyForm|confirm.request';
};

type Props = {
  policy: Policy;
  options: PolicyOptions;
  kind: RequestKind;
  /** Answers that are already known, such as the cover to add. */
  known: Partial<Answers>;
  onSent: (sent: SentPolicyRequest) => void;
  onClose: () => void;
};

/** Asks for a change of a policy: questions if there are any, then what follows, then confirmation (rule LIFE-4). */
export const RequestDialog = ({ policy, options, kind, known, onSent, onClose }: Props) => {
  const t = useTexts<'portal'>();
  const formId = useId();
  const { requestable } = options;
  const asks = needsAnswers(kind, requestable);
  const form = useForm({ schema: schemaOf(kind, requestable), initial: { ...noAnswers, ...known } });
  const preview = usePost('/api/policy/v1/requests/preview');
  const sending = usePost('/api/policy/v1/requests');
  const [request, setRequest] = useState<PolicyRequest>();
  useServerErrors(form.setServerErrors, preview.error);

  const workOut = async (answers: Answers) => {
    const body = requestOf(kind, policy.id, answers);
    setRequest(body);
    await preview.send({ body });
  };
  const start = useEffectEvent(() => {
    if (!asks) void workOut(noAnswers);
  });
  useEffect(() => start(), []);

  const isPreviewed = preview.state === 'done' && request !== undefined;
  const isChanged = sending.error?.errorCode === 'previewChanged';
  const confirm = async () => {
    if (!request || sending.state === 'sending') return;
    const { shown } = preview.answer ?? {};
    const sent = await sending.send({ body: { ...request, ...(shown !== undefined && { shown }) } });
    if (sent) onSent(sent);
  };
  const lookAgain = useEffectEvent(() => {
    if (request) void preview.send({ body: request });
  });
  useEffect(() => {
    if (isChanged) lookAgain();
  }, [isChanged]);
  const close = () => sending.state === 'sending' || onClose();
  const isEnd = kind === 'cancel' || kind === 'withdraw';
  return (
    <Dialog
      title={t(`policyForm|title.${kind}`)}
      size="large"
      closeLabel={t('global|close')}
      onClose={close}
      actions={
        <>
          {isPreviewed ? (
            <Button
              kind={isEnd ? 'danger' : 'primary'}
              isLoading={sending.state === 'sending'}
              loadingLabel={t('policyForm|sending')}
              onClick={() => void confirm()}
            >
              {t(confirmText(kind, preview.answer?.decision?.decided))}
            </Button>
          ) : (
            asks && (
              <Button
                type="submit"
                form={formId}
                isLoading={preview.state === 'sending'}
                loadingLabel={t('policyForm|working')}
              >
                {t('policyForm|continue')}
              </Button>
            )
          )}
          {isPreviewed && asks ? (
            <Button kind="secondary" onClick={preview.reset}>
              {t('policyForm|back')}
            </Button>
          ) : (
            <Button kind="secondary" onClick={close}>
              {t('policyForm|leave')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.request}>
        <p className={styles.note}>{[policy.name, policy.insured].filter(Boolean).join(', ')}</p>
        {isChanged ? (
          <Alert kind="error" title={t('policyForm|changed')}>
            {t('policyForm|changedText')}
          </Alert>
        ) : (
          sending.state === 'failed' && <ErrorAlert title={t('policyForm|failed')} error={sending.error} />
        )}
        {isPreviewed ? (
          <Preview preview={preview.answer} />
        ) : asks && !isChanged ? (
          <form id={formId} className={styles.fields} onSubmit={form.submit(workOut)} noValidate>
            <FormErrors form={form} title={t('policyForm|failed')} error={preview.error} />
            <RequestFields kind={kind} form={form} options={options} />
          </form>
        ) : preview.state === 'failed' ? (
          <ErrorAlert title={t('policyForm|failed')} error={preview.error} />
        ) : (
          <Skeleton rows={3} />
        )}
      </div>
    </Dialog>
  );
};
