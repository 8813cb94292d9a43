import { cleanEmail, isEmail } from '@hofn/domain';
import { errorText } from '@hofn/texts';
import { Alert, Button, TextField } from '@hofn/ui';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { useTexts } from '../engine/index.ts';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';
import { useIsStaffView } from '../parts/ForRole.tsx';
import { ListActions, type ListActionsProps } from '../parts/list/ListActions.tsx';
import { setNotification } from '../parts/notices.ts';
import type { FilePath } from '../session/api.ts';
import { type PostState, useUser } from '../session/index.ts';
import styles from './SendByEmail.module.css';
import { useForm } from './useForm.ts';

/** A send call with all input but the e-mail address bound. */
export type SendCall = PostState<{ email: string }> & {
  send: (email?: string) => void;
  reset: () => void;
};

/** A post whose input is complete but for the e-mail address, which defaults to the registered one. */
export const toSendCall = <Input,>(
  { send, ...sending }: PostState<{ email: string }> & { send: (input: Input) => unknown; reset: () => void },
  inputWith: (email: { email?: string }) => Input,
): SendCall => ({ ...sending, send: (email) => void send(inputWith(email ? { email } : {})) });

/** Sending by someone who may: at once to one's own address, and after a question to that of another. */
const useSending = (call: SendCall) => {
  const subject = useUser().data?.currentProxyUser;
  const [isAsking, setIsAsking] = useState(false);
  return {
    /** Until it is known whose address it goes to, nothing is sent. */
    canSend: !useIsStaffView() && subject !== undefined,
    start: () => (subject?.via === 'self' ? call.send() : setIsAsking(true)),
    /** Whose address a question is about, while it is asked. */
    asksAbout: isAsking ? subject?.fullName : undefined,
    close: () => setIsAsking(false),
  };
};

type QuestionProps = { label: string; call: SendCall; sending: ReturnType<typeof useSending> };

/** Who acts for the customer confirms that it goes to them. */
const Question = ({ label, call, sending: { asksAbout, close } }: QuestionProps) => {
  const t = useTexts<'portal'>();
  if (asksAbout === undefined) return null;
  return (
    <ConfirmDialog
      title={label}
      confirmLabel={t('global|send')}
      onConfirm={() => {
        close();
        call.send();
      }}
      onClose={close}
    >
      <p>{t('sendByEmail|toOther', { name: asksAbout })}</p>
    </ConfirmDialog>
  );
};

/** Sends what the screen shows to the customer's e-mail; `SendStatus` reports the result. */
export const SendButton = ({ call, label }: { call: SendCall; label: string }) => {
  const t = useTexts<'portal'>();
  const sending = useSending(call);
  if (!sending.canSend) return null;
  return (
    <>
      <Button
        kind="text"
        icon="mail"
        isLoading={call.state === 'sending'}
        loadingLabel={t('sendByEmail|sending')}
        onClick={sending.start}
      >
        {label}
      </Button>
      <Question label={label} call={call} sending={sending} />
    </>
  );
};

type SendableListProps<P extends FilePath> = ListActionsProps<P> & { call: SendCall; label: string };

/** The actions on a list that can also be sent to the customer's e-mail; `SendStatus` reports the result. */
export const SendableListActions = <P extends FilePath>({ call, label, ...list }: SendableListProps<P>) => {
  const t = useTexts<'portal'>();
  const sending = useSending(call);
  const start = () => {
    if (call.state !== 'sending') sending.start();
  };
  return (
    <>
      <ListActions
        {...(list as ListActionsProps<P>)}
        items={sending.canSend ? [{ key: 'send', icon: 'mail', label, onSelect: start }] : []}
        busyText={call.state === 'sending' ? t('sendByEmail|sending') : undefined}
      />
      <Question label={label} call={call} sending={sending} />
    </>
  );
};

const schema = z.object({
  email: z
    .string()
    .check(
      z.overwrite(cleanEmail),
      z.minLength(1, 'global|missingEmail'),
      z.refine(isEmail, 'global|invalidEmail'),
    ),
});

const useAddressForm = () => useForm({ schema, initial: { email: '' }, focusesField: true });

type FormProps = {
  call: SendCall;
  form: ReturnType<typeof useAddressForm>;
  serverError: string | undefined;
};

/** Asks for an address when none is registered. */
const AddressForm = ({ call, form, serverError }: FormProps) => {
  const t = useTexts<'portal'>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = form.submit(({ email }) => {
    if (call.state !== 'sending') call.send(email);
  });
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        ref={field}
        label={t('sendByEmail|address')}
        type="email"
        autoComplete="email"
        {...form.field('email')}
        error={form.errorOf('email') ?? serverError}
      />
      <Button
        type="submit"
        icon="send"
        isLoading={call.state === 'sending'}
        loadingLabel={t('sendByEmail|sending')}
      >
        {t('global|send')}
      </Button>
    </form>
  );
};

/** Result of sending: a notification, a form asking for an address, or the error with a retry button. */
export const SendStatus = ({ call, sentText }: { call: SendCall; sentText: (email: string) => string }) => {
  const t = useTexts<'portal'>();
  // State lives here so that the address survives a failed attempt.
  const form = useAddressForm();
  const email = form.value('email');
  const notifySent = useEffectEvent(() => {
    if (call.answer) setNotification({ id: 'sent', text: sentText(call.answer.email) });
    call.reset();
  });
  useEffect(() => {
    if (call.state === 'done') notifySent();
  }, [call.state]);
  const [serverError] = call.error?.errors.email ?? [];
  if (serverError !== undefined || (call.state === 'sending' && email !== ''))
    return <AddressForm call={call} form={form} serverError={serverError} />;
  if (call.state !== 'failed') return null;
  return (
    <Alert
      kind="error"
      isLive
      title={t('sendByEmail|failed')}
      action={
        <Button
          kind="secondary"
          size="small"
          icon="again"
          onClick={() => call.send(cleanEmail(email) || undefined)}
        >
          {t('global|retry')}
        </Button>
      }
    >
      {errorText(t, call.error.errorCode)}
    </Alert>
  );
};
