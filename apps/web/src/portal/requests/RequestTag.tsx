import type { RequestStatus } from '@hofn/contracts';
import { customerStateOf } from '@hofn/domain/requests.ts';
import { Tag } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { requestLook } from '../../parts/request-look.ts';

export const RequestTag = ({ status }: { status: RequestStatus }) => {
  const t = useTexts<'portal'>();
  return <Tag {...requestLook[status.state]}>{t(`requestState|${customerStateOf(status)}`)}</Tag>;
};
