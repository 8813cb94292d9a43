import { isEmail } from '@hofn/domain';
import { errorText } from '@hofn/texts';
import { Alert, Button, TextField } from '@hofn/ui';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTexts } from '../engine/index.ts';
import type { PostState } from '../session/index.ts';
import { useIsStaffView } from './ForRole.tsx';
import { ShortLabel } from './list/ShortLabel.tsx';
import { setNotification } from './notices.ts';
import styles from './SendByEmail.module.css';

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

/** Sends what the screen shows to the customer's e-mail; `SendStatus` reports the result. */
export const SendButton = ({
  call,
  label,
  compact,
}: {
  call: SendCall;
  label: string;
  /** Shortens the label on phones, in a row of buttons. */
  compact?: boolean;
}) => {
  const t = useTexts<'portal'>();
  if (useIsStaffView()) return null;
  return (
    <Button
      kind="text"
      icon="mail"
      loading={call.state === 'sending'}
      loadingLabel={t('sendByEmail|sending')}
      onClick={() => call.send()}
    >
      {compact ? <ShortLabel full={label} short={t('global|send')} /> : label}
    </Button>
  );
};

type FormProps = {
  call: SendCall;
  email: string;
  onEmail: (email: string) => void;
  serverError: string | undefined;
};

/** Asks for an address when none is registered. */
const AddressForm = ({ call, email, onEmail, serverError }: FormProps) => {
  const t = useTexts<'portal'>();
  const field = useRef<HTMLInputElement>(null);
  const [fieldError, setFieldError] = useState<string>();
  useEffect(() => field.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (call.state === 'sending') return;
    const address = email.trim();
    if (isEmail(address)) {
      setFieldError(undefined);
      call.send(address);
    } else {
      setFieldError(t(address === '' ? 'global|missingEmail' : 'global|invalidEmail'));
      field.current?.focus();
    }
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        ref={field}
        label={t('sendByEmail|address')}
        type="email"
        autoComplete="email"
        value={email}
        onChange={(event) => onEmail(event.target.value)}
        error={fieldError ?? serverError}
      />
      <Button
        type="submit"
        icon="send"
        loading={call.state === 'sending'}
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
  const [email, setEmail] = useState('');
  const notifySent = useEffectEvent(() => {
    if (call.answer) setNotification({ id: 'sent', text: sentText(call.answer.email) });
    call.reset();
  });
  useEffect(() => {
    if (call.state === 'done') notifySent();
  }, [call.state]);
  const [serverError] = call.error?.errors.email ?? [];
  if (serverError !== undefined || (call.state === 'sending' && email !== ''))
    return <AddressForm call={call} email={email} onEmail={setEmail} serverError={serverError} />;
  if (call.state !== 'failed') return null;
  return (
    <Alert
      kind="error"
      live
      title={t('sendByEmail|failed')}
      action={
        <Button
          kind="secondary"
          size="small"
          icon="again"
          onClick={() => call.send(email.trim() || undefined)}
        >
          {t('global|retry')}
        </Button>
      }
    >
      {errorText(t, call.error.errorCode)}
    </Alert>
  );
};
