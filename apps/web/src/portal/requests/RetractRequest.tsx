import type { RequestStatus } from '@hofn/contracts';
import { dayOfInstant, formatDate } from '@hofn/texts';
import { Button } from '@hofn/ui';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTexts } from '../../engine/index.ts';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { setNotification } from '../../parts/notices.ts';
import { usePost, useRefetch } from '../../session/index.ts';

/** The heading of the list item or named section around an element, which stay without a request; otherwise the page's. */
const headingAround = (element: Element | null): HTMLElement | null =>
  element?.closest('li, section[aria-labelledby]')?.querySelector('h2') ?? document.querySelector('h1');

/** Takes back a request that nobody has begun to settle, after asking (rule LIFE-7). */
export const RetractRequest = ({
  status,
  onRetracted,
}: {
  status: RequestStatus;
  onRetracted: (() => void) | undefined;
}) => {
  const t = useTexts<'portal'>();
  const refresh = useRefetch();
  const { send, state, error, reset } = usePost('/api/user/v1/requests/{id}/retract');
  const [isAsking, setIsAsking] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const close = () => {
    setIsAsking(false);
    // Somebody has begun to settle it meanwhile: what is shown is out of date.
    if (state === 'failed') refresh();
    reset();
  };
  const retract = async () => {
    if (state === 'sending' || !(await send({ params: { id: status.id } }))) return;
    const heading = headingAround(box.current);
    setNotification({ id: 'request', text: t('requests|retracted') });
    // The closed dialog returns the focus to a button that will be gone.
    flushSync(() => {
      setIsAsking(false);
      onRetracted?.();
    });
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
    refresh();
  };
  return (
    <div ref={box}>
      <Button kind="secondary" size="small" onClick={() => setIsAsking(true)}>
        {t('requests|retract')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('requests|retractTitle')}
          confirmLabel={t('requests|retractYes')}
          busyLabel={t('requests|retracting')}
          cancelLabel={t('requests|retractNo')}
          isBusy={state === 'sending'}
          onConfirm={() => void retract()}
          onClose={close}
        >
          <ErrorAlert title={t('requests|retractFailed')} error={error} />
          <p>
            {t('requests|retractWhat', {
              what: t(`requests|${status.kind}`),
              date: formatDate(t.language, dayOfInstant(new Date(status.requestedAt))),
            })}
          </p>
          <p>{t('requests|retractText')}</p>
        </ConfirmDialog>
      )}
    </div>
  );
};
