import type { CustomerPage } from '@hofn/contracts';
import { formatPhone } from '@hofn/domain';
import { dayOfInstant, formatDate } from '@hofn/texts';
import { DescriptionList, Stack } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { Detail } from '../../parts/Detail.tsx';

const Phone = ({ digits }: { digits: string }) => (
  <a className="figures" href={`tel:+354${digits}`}>
    {formatPhone(digits)}
  </a>
);

/** How the customer is reached, and when that was last changed and confirmed. */
export const Contact = ({ data }: { data: CustomerPage }) => {
  const t = useTexts<'staff'>();
  const { address, postalCode, town, email, mobilePhone, homePhone } = data;
  const place = [postalCode, town].filter(Boolean).join(' ');
  const { contactChangedAt, contactConfirmedOn } = data;
  return (
    <Stack as="section" aria-labelledby="contact">
      <h2 id="contact">{t('customerPage|contact')}</h2>
      <DescriptionList
        items={[
          { term: t('customerPage|address'), value: [address, place].filter(Boolean).join(', ') },
          { term: t('customerPage|email'), value: email && <a href={`mailto:${email}`}>{email}</a> },
          { term: t('customerPage|mobilePhone'), value: mobilePhone && <Phone digits={mobilePhone} /> },
          { term: t('customerPage|homePhone'), value: homePhone && <Phone digits={homePhone} /> },
          { term: t('customerPage|language'), value: t(`queue|language.${data.language}`) },
          {
            term: t('customerPage|contactChanged'),
            value: contactChangedAt && formatDate(t.language, dayOfInstant(new Date(contactChangedAt))),
          },
          {
            term: t('customerPage|contactConfirmed'),
            value: contactConfirmedOn && formatDate(t.language, contactConfirmedOn),
          },
        ]}
      />
    </Stack>
  );
};

/** Who else sees the data, and whose data the customer sees, today. */
export const Access = ({ data }: { data: CustomerPage }) => {
  const t = useTexts<'staff'>();
  const roleUntil = (role: CustomerPage['given'][number]['role'], validTo: string) =>
    `${t(`accessRole|${role}`)}, ${t('customerPage|until', { day: formatDate(t.language, validTo) })}`;
  const lines = [
    ...data.given.map(({ id, name, role, validTo }) => ({
      key: `given ${id}`,
      title: t('customerPage|given', { name }),
      detail: roleUntil(role, validTo),
    })),
    ...data.received.map(({ id, name, role, validTo }) => ({
      key: `received ${id}`,
      title: t('customerPage|received', { name }),
      detail: roleUntil(role, validTo),
    })),
    ...data.people.map(({ id, name, involvement }) => ({
      key: `${involvement} ${id}`,
      title: t(`customerPage|person.${involvement}`, { name }),
      detail: null,
    })),
    ...data.companies.flatMap(({ ssn, name, involvement }) =>
      involvement.map((kind) => ({
        key: `${kind} ${ssn}`,
        title: t(`customerPage|involvement.${kind}`, { name }),
        detail: null,
      })),
    ),
  ];
  return (
    <Stack as="section" aria-labelledby="access">
      <h2 id="access">{t('customerPage|access')}</h2>
      {lines.length === 0 && <p>{t('customerPage|noAccess')}</p>}
      {lines.length > 0 && (
        <Stack as="ul" gap="s">
          {lines.map(({ key, title, detail }) => (
            <li key={key}>
              <b>{title}</b> {detail && <Detail as="p">{detail}</Detail>}
            </li>
          ))}
        </Stack>
      )}
    </Stack>
  );
};
