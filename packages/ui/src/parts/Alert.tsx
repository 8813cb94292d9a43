import { type ReactNode, useState } from 'react';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/names.ts';
import styles from './Alert.module.css';
import { IconButton } from './IconButton.tsx';

export type AlertKind = 'info' | 'success' | 'warning' | 'error';

const icons: Record<AlertKind, IconName> = { info: 'info', success: 'done', warning: 'warn', error: 'stop' };

type Props = {
  /** One bold sentence; the rest may be left out. It is given the full stop that it lacks before the rest. */
  title: ReactNode;
  children?: ReactNode;
  /** A button or a link beside it. */
  action?: ReactNode;
  /** Text of the button that closes it; without one the alert stays (rule UI-2). */
  closeLabel?: string;
  onClose?: () => void;
} & (
  | {
      kind: 'error' /** Announced when it appears. Alerts of other kinds are, in a `StatusRegion`. */;
      live?: boolean;
    }
  | { kind?: AlertKind; live?: never }
);

const sentence = (title: ReactNode): ReactNode =>
  typeof title === 'string' && !/[.!?:]$/.test(title) ? `${title}.` : title;

/** A message that stands in the page: information, success, warning or error, which can be closed (rule UI-2). */
export const Alert = ({ kind = 'info', title, children, action, closeLabel, onClose, live }: Props) => {
  const [closed, setClosed] = useState(false);
  if (closed) return null;
  return (
    <div className={`${styles.alert} ${styles[kind]}`} role={live ? 'alert' : undefined}>
      <Icon name={icons[kind]} />
      <div className={styles.text}>
        <p>
          <strong>{children ? sentence(title) : title}</strong> {children}
        </p>
      </div>
      {action && <div className={styles.action}>{action}</div>}
      {closeLabel && (
        <div className={styles.close}>
          <IconButton
            icon="close"
            label={closeLabel}
            onClick={() => {
              setClosed(true);
              onClose?.();
            }}
          />
        </div>
      )}
    </div>
  );
};
