import { Button, EmptyState } from '@hofn/ui';
import styles from './SignedOut.module.css';

/** The page of whoever signed out in another tab: nothing of theirs stands here any more, only the way to sign in. */
export const SignedOut = (props: {
  /** Of the page. */
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
