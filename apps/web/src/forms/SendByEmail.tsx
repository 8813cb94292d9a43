import { cleanEmail, isEmail } from '@hofn/domain';
import { errorText } from '@hofn/texts';
import { Alert, Button, TextField } from '@hofn/ui';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { useTexts } from '../engine/index.ts';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';
import { useIsStaffView } from '../parts/ForRole.tsx';
import { ShortLabel } from '../parts/list/ShortLabel.tsx';
import { setNotification } from '../parts/notices.ts';
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

/**
 * Sends what the screen shows to the customer's e-mail; `SendStatus` reports the result. Who acts for the customer confirms
 * that it goes to them.
 */
export const SendButton = ({
  call,
  label,
  isCompact,
}: {
  call: SendCall;
  label: string;
  /** Shortens the label on phones, in a row of buttons. */
  isCompact?: boolean;
}) => {
  const t = useTexts<'portal'>();
  const subject = useUser().data?.currentProxyUser;
  const [isAsking, setIsAsking] = useState(false);
  // Until it is known whose address it goes to, nothing is sent.
  if (useIsStaffView() || !subject) return null;
  const isOwn = subject.via === 'self';
  const close = () => setIsAsking(false);
  return (
    <>
      <Button
        kind="text"
        icon="mail"
        isLoading={call.state === 'sending'}
        loadingLabel={t('sendByEmail|sending')}
        onClick={() => (isOwn ? call.send() : setIsAsking(true))}
      >
        {isCompact ? <ShortLabel full={label} short={t('global|send')} /> : label}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={label}
          confirmLabel={t('global|send')}
          onConfirm={() => {
            close();
            call.send();
          }}
          onClose={close}
        >
          <p>{t('sendByEmail|toOther', { name: subject.fullName })}</p>
        </ConfirmDialog>
      )}
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
