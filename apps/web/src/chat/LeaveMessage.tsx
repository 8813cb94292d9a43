import { chatLengths } from '@hofn/domain/chat.ts';
import { cleanEmail, parseEmail } from '@hofn/domain/contact.ts';
import { trimText } from '@hofn/domain/typed-text.ts';
import { Alert, Button, KennitalaField, TextArea, TextField } from '@hofn/ui';
import { useEffect, useRef, useState } from 'react';
import { FormRefused, sendForm } from '../forms/declared/send-form.ts';
import { useFields } from '../forms/useFields.ts';
import { withBlanksFilled } from '../forms/with-blanks-filled.ts';
import styles from './Chat.module.css';
import type { ChatTexts } from './chat-texts.ts';
import type { Contact } from './customer-token.ts';
import { knownToken } from './known-contact.ts';

/** Limit of the inquiry form, which carries the subject and the message. */
const mostCharacters = 999;

const descriptionOf = (topic: string, message: string): string =>
  [topic.trim(), message.trim()].filter(Boolean).join('\n\n');

type Props = {
  t: ChatTexts;
  lead: string;
  name: string;
  topic: string;
  message: string;
  /** Loads who the signed-in customer is. */
  loadContact: () => Promise<Contact | undefined>;
  submitLabel: string;
  onSent?: () => void;
};

/** A message for when nobody answers the chat: an inquiry, which staff answer by e-mail (rule LIFE-37). */
export const LeaveMessage = ({ t, lead, loadContact, submitLabel, onSent, ...initial }: Props) => {
  const [sent, setSent] = useState<{ email: string; reference: string }>();
  const [refused, setRefused] = useState<FormRefused>();
  const [isSending, setIsSending] = useState(false);
  const key = useRef(crypto.randomUUID());
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (sent) note.current?.focus();
  }, [sent]);
  const { name, topic, message } = initial;
  const [values, setValues] = useState({ name, email: '', ssn: '', topic, message });
  const [isKnown, setIsKnown] = useState(false);
  useEffect(() => {
    void loadContact().then((contact) => {
      if (!contact) return;
      setIsKnown(true);
      setValues((typed) => withBlanksFilled(typed, contact));
    });
  }, [loadContact]);
  const form = useFields(
    [values, setValues],
    ({ name, email, topic, message }) => [
      ...(trimText(name).length < 2 ? [{ path: 'name', message: t('chat|required') }] : []),
      ...(parseEmail(email) ? [] : [{ path: 'email', message: t('chat|invalidEmail') }]),
      ...(topic.trim().length > chatLengths.topic
        ? [{ path: 'topic', message: t('chat|tooLong', { max: chatLengths.topic }) }]
        : []),
      ...(descriptionOf(topic, message) === ''
        ? [{ path: 'message', message: t('chat|required') }]
        : descriptionOf(topic, message).length > mostCharacters
          ? [{ path: 'message', message: t('chat|tooLong', { max: mostCharacters }) }]
          : []),
    ],
    { focusesField: true },
  );
  const submit = form.submit(async ({ name, email, ssn, topic, message }) => {
    if (isSending) return;
    setIsSending(true);
    setRefused(undefined);
    const values = {
      ...{ name: name.trim(), email: cleanEmail(email), ssn: ssn.trim(), website: '' },
      // The Icelandic value is sent in both languages, as by the inquiry form (rule INQ-6).
      ...{ type: 'Einstaklingsþjónusta', description: descriptionOf(topic, message) },
    };
    try {
      const { reference } = await sendForm('inquiry', values, {
        ...{ language: t.language, key: key.current, token: await knownToken() },
      });
      setSent({ email: values.email, reference });
      onSent?.();
    } catch (error) {
      // Sent again with the same answers, it is the same message; a refused one may be corrected.
      if (error instanceof FormRefused && error.status !== 0) key.current = crypto.randomUUID();
      setRefused(error instanceof FormRefused ? error : new FormRefused(0));
    } finally {
      setIsSending(false);
    }
  });
  const errorOf = (name: 'name' | 'email' | 'ssn' | 'topic' | 'message') =>
    form.errorOf(name) ?? refused?.errors[name === 'message' ? 'description' : name]?.[0];
  if (sent)
    return (
      <div className={styles.form}>
        <p ref={note} role="status" tabIndex={-1} className={styles.sent}>
          {t('chat|messageSent', sent)}
        </p>
      </div>
    );
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p>{lead}</p>
      {refused && <Alert kind="error" isLive title={refused.errors.FORM?.[0] ?? t('chat|messageFailed')} />}
      <TextField label={t('chat|name')} autoComplete="name" {...form.field('name')} error={errorOf('name')} />
      <TextField
        type="email"
        label={t('chat|email')}
        autoComplete="email"
        {...form.field('email')}
        error={errorOf('email')}
      />
      {isKnown && (
        <KennitalaField
          label={t('chat|ssn')}
          optional={t('chat|optional')}
          {...form.field('ssn')}
          error={errorOf('ssn')}
        />
      )}
      <TextField label={t('chat|topic')} {...form.field('topic')} error={errorOf('topic')} />
      <TextArea label={t('chat|message')} rows={4} {...form.field('message')} error={errorOf('message')} />
      <Button type="submit" isBlock isLoading={isSending} loadingLabel={t('chat|sending')}>
        {submitLabel}
      </Button>
      <p className={styles.quiet}>{t('chat|privacyMessage')}</p>
    </form>
  );
};
