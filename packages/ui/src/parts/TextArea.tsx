import { type ComponentPropsWithRef, useEffect, useRef, useState } from 'react';
import styles from './Field.module.css';
import { FieldFrame, type FieldWords, useField } from './FieldFrame.tsx';

type Props = Omit<ComponentPropsWithRef<'textarea'>, 'className' | 'maxLength'> &
  FieldWords & {
    /**
     * The most characters, and the words for how many there are. More can be typed, so that nothing pasted is cut off
     * unseen; the form says that it is too much.
     */
    counter?: { most: number; text: (used: number, most: number) => string };
  };

/** When so few are left the counter is said aloud too. */
const nearEnd = 20;

/** Several lines of text, with a counter where they must not be too many. */
export const TextArea = ({ label, optional, hint, error, id, counter, ...rest }: Props) => {
  const words = { label, optional, hint, error };
  const field = useField(id, words, counter && 'counter');
  const frame = useRef<HTMLDivElement>(null);
  const [used, setUsed] = useState(0);

  // Also what a form has written into the field by itself.
  useEffect(() => setUsed(frame.current?.querySelector('textarea')?.value.length ?? 0));

  return (
    <FieldFrame {...words} id={field.id}>
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
