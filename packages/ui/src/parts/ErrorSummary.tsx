import { type MouseEvent, useEffect, useId, useRef } from 'react';
import { Icon } from '../icons/Icon.tsx';
import styles from './ErrorSummary.module.css';

type Props = {
  /** «Laga þarf þrennt» */
  title: string;
  /** In the order of the fields; `message` is identical to the one at the field. */
  errors: readonly { field: string; message: string }[];
  /** Changes at every submission, so that the summary is focused again. */
  attempt?: number;
};

const focusField = (event: MouseEvent<HTMLAnchorElement>, id: string) => {
  const field = document.getElementById(id);
  if (!field) return;
  event.preventDefault();
  field.focus({ preventScroll: true });
  // Shows its label and error too, not only the input.
  (field.closest('fieldset') ?? field.parentElement ?? field).scrollIntoView({ block: 'start' });
};

const Summary = ({ title, errors }: Omit<Props, 'attempt'>) => {
  const heading = useId();
  const summary = useRef<HTMLDivElement>(null);

  useEffect(() => summary.current?.focus(), []);

  return (
    <div ref={summary} className={styles.summary} role="alert" tabIndex={-1} aria-labelledby={heading}>
      <h2 id={heading}>
        <Icon name="stop" /> {title}
      </h2>
      <ul className={styles.list}>
        {errors.map(({ field, message }) => (
          <li key={field}>
            <a href={`#${field}`} onClick={(event) => focusField(event, field)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
};

/** Lists a form's errors above it, each with a link to its field. It is focused when it appears. */
export const ErrorSummary = ({ attempt = 0, ...rest }: Props) =>
  rest.errors.length > 0 && <Summary key={attempt} {...rest} />;
