import { isEmail } from '@hofn/domain';
import { errorText } from '@hofn/texts';
import { Alert, Button, TextField } from '@hofn/ui';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTexts } from '../engine/index.ts';
import type { Sending } from '../session/index.ts';
import { useIsStaffView } from './ForRole.tsx';
import { ShortLabel } from './list/ShortLabel.tsx';
import { setNotification } from './notices.ts';
import styles from './SendByEmail.module.css';

/** A send call, with the address already in place of its other input. */
export type SendCall = Sending<{ email: string }> & {
  send: (email?: string) => void;
  reset: () => void;
};

/** Sends what the screen shows to the customer's e-mail. What becomes of it is told by `SendStatus`. */
export const SendButton = ({
  call,
  label,
  compact,
}: {
  call: SendCall;
  label: string;
  /** In a row that has short labels on a phone. */
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
      {compact ? <ShortLabel whole={label} short={t('global|send')} /> : label}
    </Button>
  );
};

type FormProps = {
  call: SendCall;
  email: string;
  onEmail: (email: string) => void;
  problem: string | undefined;
};

/** Asks where to, when no address is on file. */
const AddressForm = ({ call, email, onEmail, problem }: FormProps) => {
  const t = useTexts<'portal'>();
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string>();
  useEffect(() => field.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (call.state === 'sending') return;
    const address = email.trim();
    if (isEmail(address)) {
      setFault(undefined);
      call.send(address);
    } else {
      setFault(t(address === '' ? 'global|missingEmail' : 'global|invalidEmail'));
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
        error={fault ?? problem}
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

/** How the sending went: the address it goes to, a question for one, or what failed and a way to try again. */
export const SendStatus = ({ call, sent }: { call: SendCall; sent: (email: string) => string }) => {
  const t = useTexts<'portal'>();
  // What was typed stays while it is sent, and when that fails.
  const [email, setEmail] = useState('');
  const tell = useEffectEvent(() => {
    if (call.answer) setNotification({ id: 'sent', text: sent(call.answer.email) });
    call.reset();
  });
  useEffect(() => {
    if (call.state === 'done') tell();
  }, [call.state]);
  const [problem] = call.error?.errors.email ?? [];
  if (problem !== undefined || (call.state === 'sending' && email !== ''))
    return <AddressForm call={call} email={email} onEmail={setEmail} problem={problem} />;
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
