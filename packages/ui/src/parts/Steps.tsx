import { Icon } from '../icons/Icon.tsx';
import styles from './Steps.module.css';

type Props = {
  /** Names the list for screen readers. */
  label: string;
  /** Titles of the steps, in their order. */
  steps: readonly string[];
  /** Index of the current step, from 0. */
  current: number;
  /** Text for a completed step. */
  doneLabel: string;
  /** «Skref 2 af 4», above the bar. */
  position: string;
  /** Returns to a completed step. Without it, the steps are not buttons. */
  onSelect?: (step: number) => void;
};

/** Progress in a form: a bar on narrow windows, the list of steps on wide ones. */
export const Steps = ({ label, steps, current, doneLabel, position, onSelect }: Props) => (
  <nav aria-label={label} className={styles.steps}>
    <p className={styles.position}>{position}</p>
    <div className={styles.bar} aria-hidden="true">
      {steps.map((title, step) => (
        <span key={title} className={step <= current ? styles.gone : undefined} />
      ))}
    </div>
    <ol className={styles.list}>
      {steps.map((title, step) => {
        const state = step < current ? 'done' : step === current ? 'now' : 'next';
        return (
          <li key={title} className={styles[state]} aria-current={state === 'now' ? 'step' : undefined}>
            <span className={styles.number}>
              {state === 'done' ? <Icon name="check" size={20} /> : step + 1}
            </span>
            <span>
              {state === 'done' && <span className="visually-hidden">{doneLabel}: </span>}
              {state === 'done' && onSelect ? (
                <button type="button" className={styles.back} onClick={() => onSelect(step)}>
                  {title}
                </button>
              ) : (
                title
              )}
            </span>
          </li>
        );
      })}
    </ol>
  </nav>
);
