import { Button, EmptyState } from '@hofn/ui';
import styles from './SignedOut.module.css';

/** Shown after a sign-out in another tab: no user data, only a link to sign in. */
export const SignedOut = (props: {
  /** Heading of the page. */
  heading: string;
  texts: { title: string; text: string; login: string };
  onLogin: () => void;
}) => (
  <>
    <h1 className={styles.title} tabIndex={-1}>
      {props.heading}
    </h1>
    <div role="alert">
      <EmptyState
        title={props.texts.title}
        action={<Button onClick={props.onLogin}>{props.texts.login}</Button>}
      >
        {props.texts.text}
      </EmptyState>
    </div>
  </>
);
