import { type ComponentPropsWithRef, useEffect, useRef, useState } from 'react';
import styles from './Field.module.css';
import { FieldFrame, type FieldTexts, useField } from './FieldFrame.tsx';

type Props = Omit<ComponentPropsWithRef<'textarea'>, 'className' | 'maxLength'> &
  FieldTexts & {
    /**
     * Maximum number of characters, and the counter's text. The input is not limited, so that pasted text is never cut
     * off silently; the form validates it.
     */
    counter?: { most: number; text: (used: number, most: number) => string };
  };

/** With this many characters left, the counter is announced. */
const nearEnd = 20;

/** A multi-line text field, optionally with a character counter. */
export const TextArea = ({ label, optional, hint, error, id, counter, ...rest }: Props) => {
  const texts = { label, optional, hint, error };
  const field = useField(id, texts, counter && 'counter');
  const frame = useRef<HTMLDivElement>(null);
  const [used, setUsed] = useState(0);

  // Also counts text that the form set.
  useEffect(() => setUsed(frame.current?.querySelector('textarea')?.value.length ?? 0));

  return (
    <FieldFrame {...texts} id={field.id}>
      <div
        ref={frame}
        onInput={({ target }) => target instanceof HTMLTextAreaElement && setUsed(target.value.length)}
      >
        <textarea {...rest} {...field} className={`${styles.input} ${styles.lines}`} />
        {counter && (
          <>
            <span
              id={`${field.id}-counter`}
              className={used > counter.most ? `${styles.counter} ${styles.over}` : styles.counter}
            >
              {counter.text(used, counter.most)}
            </span>
            <span className="visually-hidden" role="status">
              {counter.most - used <= nearEnd && counter.text(used, counter.most)}
            </span>
          </>
        )}
      </div>
    </FieldFrame>
  );
};
