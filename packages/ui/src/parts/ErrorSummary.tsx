import { type MouseEvent, useEffect, useId, useRef } from 'react';
import { Icon } from '../icons/Icon.tsx';
import styles from './ErrorSummary.module.css';

type Props = {
  /** «Laga þarf þrennt» */
  title: string;
  /** In the order of the fields; `message` is word for word what stands at the field. */
  errors: readonly { field: string; message: string }[];
  /** Another number for every time that the form was sent: then the summary takes the focus anew. */
  attempt?: number;
};

const toField = (event: MouseEvent<HTMLAnchorElement>, id: string) => {
  const field = document.getElementById(id);
  if (!field) return;
  event.preventDefault();
  field.focus({ preventScroll: true });
  // With its label and the error in sight, not only the input itself.
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
            <a href={`#${field}`} onClick={(event) => toField(event, field)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
};

/** All that is wrong with a form, above it, each line leading to its field. It takes the focus when it comes up. */
export const ErrorSummary = ({ attempt = 0, ...rest }: Props) =>
  rest.errors.length > 0 && <Summary key={attempt} {...rest} />;
