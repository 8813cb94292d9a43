import { chatLengths } from '@hofn/domain/chat.ts';
import { Button, TextArea } from '@hofn/ui';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import styles from './Composer.module.css';

type Props = {
  label: string;
  send: string;
  tooLong: (max: number) => string;
  /** Unsent draft. */
  draft?: string;
  onDraft?: (text: string) => void;
  onSend: (text: string) => void;
  onTyping: () => void;
};

/** The message box. Enter sends, Shift+Enter inserts a line break. Takes focus on mount. */
export const Composer = ({ label, send, tooLong, draft = '', onDraft, onSend, onTyping }: Props) => {
  const [text, setText] = useState(draft);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const length = text.trim().length;
  const error = length > chatLengths.message ? tooLong(chatLengths.message) : undefined;
  const changeText = (newText: string) => {
    setText(newText);
    onDraft?.(newText);
  };
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (length > 0 && !error) {
      onSend(text);
      changeText('');
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
          changeText(target.value);
          if (target.value !== '') onTyping();
        }}
        onKeyDown={(event) => {
          // During IME composition, Enter commits the composition; it must not send.
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
        }}
      />
      <Button type="submit" kind="secondary" size="small" icon="send">
        {send}
      </Button>
    </form>
  );
};
