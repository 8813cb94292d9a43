import { chatLengths } from '@hofn/domain/chat.ts';
import { Button, TextArea } from '@hofn/ui';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import styles from './Composer.module.css';

type Props = {
  label: string;
  send: string;
  tooLong: (most: number) => string;
  /** What was written here before and not sent. */
  draft?: string;
  onDraft?: (text: string) => void;
  onSay: (text: string) => void;
  onTyping: () => void;
};

/** Where one writes. Enter sends, Shift and Enter begins a line; it takes the focus when it comes. */
export const Composer = ({ label, send, tooLong, draft = '', onDraft, onSay, onTyping }: Props) => {
  const [text, setText] = useState(draft);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const length = text.trim().length;
  const error = length > chatLengths.message ? tooLong(chatLengths.message) : undefined;
  const write = (next: string) => {
    setText(next);
    onDraft?.(next);
  };
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (length > 0 && !error) {
      onSay(text);
      write('');
    }
    field.current?.focus();
  };
  return (
    <form className={styles.composer} onSubmit={submit} noValidate>
      <TextArea
        ref={field}
        label={label}
        value={text}
        rows={2}
        error={error}
        enterKeyHint="send"
        onChange={({ target }) => {
          write(target.value);
          if (target.value !== '') onTyping();
        }}
        onKeyDown={(event) => {
          // While letters are being put together, Enter ends that.
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
        }}
      />
      <Button type="submit" kind="secondary" size="small" icon="send">
        {send}
      </Button>
    </form>
  );
};
