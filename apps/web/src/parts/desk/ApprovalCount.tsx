import { useTexts } from '../../engine/index.ts';
import { useCall } from '../../session/index.ts';

/** Polling interval for waiting proposals, in milliseconds; the screen refetches after each decision. */
const askAgainMs = 60_000;

/** How many proposals wait for the employee's decision; nothing for none. */
export const ApprovalCount = ({ className }: { className: string | undefined }) => {
  const t = useTexts<'staff'>();
  const { data } = useCall('/api/staff/v1/approvals', {
    poll: { milliseconds: askAgainMs, ends: () => false, isVisibleOnly: true },
  });
  const n = data?.items.filter(({ mayDecide }) => mayDecide).length ?? 0;
  if (n === 0) return null;
  return (
    <>
      <span className={className} aria-hidden="true">
        {n}
      </span>
      <span className="visually-hidden">{t('approvals|count', { n })}</span>
    </>
  );
};
