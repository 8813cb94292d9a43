import { type ReactNode, useState } from 'react';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/names.ts';
import styles from './Alert.module.css';
import { IconButton } from './IconButton.tsx';

export type AlertKind = 'info' | 'success' | 'warning' | 'error';

const icons: Record<AlertKind, IconName> = { info: 'info', success: 'done', warning: 'warn', error: 'stop' };

type Props = {
  /** One bold sentence; a missing full stop is added if `children` follow. */
  title: ReactNode;
  children?: ReactNode;
  /** A button or a link. */
  action?: ReactNode;
  /** Text of the close button; without it the alert cannot be closed (rule UI-2). */
  closeLabel?: string;
  onClose?: () => void;
} & (
  | {
      kind: 'error' /** Announced when it appears. Render alerts of other kinds in a `StatusRegion`. */;
      isLive?: boolean;
    }
  | { kind?: AlertKind; isLive?: never }
);

const withFullStop = (title: ReactNode): ReactNode =>
  typeof title === 'string' && !/[.!?:]$/.test(title) ? `${title}.` : title;

/** A message in the page: information, success, warning or error, optionally with a close button (rule UI-2). */
export const Alert = ({ kind = 'info', title, children, action, closeLabel, onClose, isLive }: Props) => {
  const [isClosed, setIsClosed] = useState(false);
  if (isClosed) return null;
  return (
    <div className={`${styles.alert} ${styles[kind]}`} role={isLive ? 'alert' : undefined}>
      <Icon name={icons[kind]} />
      <div className={styles.text}>
        <p>
          <strong>{children ? withFullStop(title) : title}</strong> {children}
        </p>
      </div>
      {action && <div className={styles.action}>{action}</div>}
      {closeLabel && (
        <div className={styles.close}>
          <IconButton
            icon="close"
            label={closeLabel}
            onClick={() => {
              setIsClosed(true);
              onClose?.();
            }}
          />
        </div>
      )}
    </div>
  );
};
