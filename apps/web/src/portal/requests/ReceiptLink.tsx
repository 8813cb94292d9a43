import type { RequestStatus } from '@hofn/contracts';
import { dayOfInstant, formatDate } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Link, useTexts } from '../../engine/index.ts';

/** Leads to the receipt of a request that the core was asked to carry out (rule ACT-5); nothing for other requests. */
export const ReceiptLink = ({ status: { id, kind, requestedAt, hasReceipt } }: { status: RequestStatus }) => {
  const t = useTexts<'portal'>();
  if (!hasReceipt) return null;
  const date = formatDate(t.language, dayOfInstant(new Date(requestedAt)));
  return (
    <p>
      <Link to={pathOf('portal.receipt', t.language, { id })}>
        {t('receipt|open')}
        <span className="visually-hidden">
          : {t('receipt|openOf', { what: t(`requests|${kind}`), date })}
        </span>
      </Link>
    </p>
  );
};
