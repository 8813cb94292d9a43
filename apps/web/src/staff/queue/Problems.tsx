import type { StaffCase } from '@hofn/contracts';
import { rolesNamed } from '@hofn/domain/staff-roles.ts';
import { formatDate, formatDateTime, formatMoney } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, DescriptionList } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import { useSession } from '../../session/index.ts';

type Matter<Kind> = Extract<StaffCase['matter'], { kind: Kind }>;

const endOf = {
  paid: 'queue|payment.paid',
  declined: 'queue|payment.declined',
  cancelled: 'queue|payment.cancelled',
} as const;

/** A payment that the card service has not answered for, or that is refunded: what it pays, and what to do (rules DESK-12 and DESK-14). */
export const SilentPayment = ({
  matter,
  customerId,
}: {
  matter: Matter<'payment'>;
  customerId: string | null;
}) => {
  const t = useTexts<'staff'>();
  const { user } = useSession();
  const roles = rolesNamed(Array.isArray(user?.roles) ? user.roles.map(String) : []);
  const { paymentId, startedAt, amount, card, state, instalments } = matter;
  const money = (isk: number) => formatMoney(t.language, isk);
  return (
    <>
      {state === 'started' ? (
        <Alert kind="warning" title={t('queue|payment.waits')}>
          {t('queue|payment.do')}
        </Alert>
      ) : (
        <Alert title={t(endOf[state])} />
      )}
      {state === 'paid' && customerId !== null && roles.includes('finance') && (
        <p>
          <Link to={pathOf('staff.cardPayment', t.language, { customer: customerId, id: paymentId })}>
            {t('queue|payment.refunds')}
          </Link>
        </p>
      )}
      <DescriptionList
        items={[
          { term: t('queue|payment.id'), value: <span className="figures">{paymentId}</span> },
          { term: t('queue|payment.startedAt'), value: formatDateTime(t.language, startedAt) },
          { term: t('queue|payment.amount'), value: money(amount) },
          { term: t('queue|payment.card'), value: card },
          {
            term: t('queue|payment.instalments'),
            value: instalments.length > 0 && (
              <ul>
                {instalments.map(({ id, name, dueDate, total }) => (
                  <li key={id}>
                    {t('queue|payment.instalment', {
                      name,
                      date: formatDate(t.language, dueDate),
                      amount: money(total),
                    })}
                  </li>
                ))}
              </ul>
            ),
          },
        ]}
      />
    </>
  );
};

/** A document that a customer cannot sign, and what to do (rule DESK-14). */
export const UnsignableDocument = ({ matter }: { matter: Matter<'signing'> }) => {
  const t = useTexts<'staff'>();
  const { title, issuedOn, signBy, policy, claim, unsignableSince } = matter;
  const day = (date: string) => formatDate(t.language, date);
  return (
    <>
      <Alert
        kind={unsignableSince === null ? 'info' : 'warning'}
        title={t(unsignableSince === null ? 'queue|signing.replaced' : 'caseKind|signing')}
      >
        {unsignableSince !== null && t('queue|signing.do')}
      </Alert>
      <DescriptionList
        items={[
          { term: t('queue|signing.document'), value: title },
          { term: t('queue|signing.issuedOn'), value: day(issuedOn) },
          { term: t('queue|signing.signBy'), value: day(signBy) },
          { term: t('queue|signing.since'), value: unsignableSince && day(unsignableSince) },
          { term: t('queue|policy'), value: policy && `${policy.name}, ${policy.number}` },
          { term: t('queue|signing.claim'), value: claim?.number },
        ]}
      />
    </>
  );
};

/** E-mails to a customer that a mail server has refused, and what to do (rule DESK-14). */
export const UndeliveredMails = ({ matter: { mails } }: { matter: Matter<'mail'> }) => {
  const t = useTexts<'staff'>();
  return (
    <>
      <Alert kind="warning" title={t('caseKind|mail')}>
        {t('queue|mail.do')}
      </Alert>
      {mails.length === 0 && <p>{t('queue|mail.deleted')}</p>}
      <ul>
        {mails.map(({ id, subject, recipient, failedAt, fault }) => (
          <li key={id}>
            {t('queue|mail.refused', {
              subject: subject ?? t('queue|mail.untitled'),
              recipient,
              date: formatDateTime(t.language, failedAt),
              fault,
            })}
          </li>
        ))}
      </ul>
    </>
  );
};
