import type { Approval } from '@hofn/contracts/approvals.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Dialog, EmptyState, Skeleton, Stack } from '@hofn/ui';
import { useState } from 'react';
import { Link, useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { useCall } from '../../session/index.ts';
import { ApprovalBox } from './ApprovalBox.tsx';

/** A proposal opened from the list, with the way to its case. Reading it is recorded like reading the case. */
export const OpenApproval = ({
  listed,
  onClose,
  onDecided,
}: {
  listed: Approval;
  onClose: () => void;
  onDecided: () => void;
}) => {
  const t = useTexts<'staff'>();
  const { id } = listed;
  const call = useCall('/api/staff/v1/approvals/{id}', { params: { id }, dropOnClose: true });
  const [decided, setDecided] = useState<Approval>();
  return (
    <Dialog
      size="large"
      title={listed.title ?? t('approvals|hidden')}
      closeLabel={t('global|close')}
      onClose={onClose}
    >
      <CallScreen
        call={call}
        loading={t('approvals|openingOne')}
        skeleton={<Skeleton rows={5} />}
        isEmpty={() => false}
        empty={null}
        notFound={<EmptyState title={t('approvals|gone')}>{t('approvals|goneText')}</EmptyState>}
      >
        {(read) => (
          <Stack>
            <ApprovalBox
              approval={decided ?? read}
              onDecided={(now) => {
                setDecided(now);
                onDecided();
                // One that lapsed stays, to be read: it is not what the employee decided.
                if (now.state !== 'lapsed') onClose();
              }}
            />
            {read.case !== null && (
              <p>
                <Link to={pathOf('staff.case', t.language, { id: read.case })}>{t('approvals|case')}</Link>
              </p>
            )}
          </Stack>
        )}
      </CallScreen>
    </Dialog>
  );
};
