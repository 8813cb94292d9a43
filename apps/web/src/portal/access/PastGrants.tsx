import type { AccessGrant } from '@hofn/contracts';
import { formatKennitala } from '@hofn/domain';
import { formatDate } from '@hofn/texts';
import { Disclosure, Table } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';

/** Ended grants with the reason; expanded while a filter is active, since ended grants may match. */
export const PastGrants = ({ grants, isOpen }: { grants: readonly AccessGrant[]; isOpen: boolean }) => {
  const t = useTexts<'portal'>();
  if (grants.length === 0) return null;
  const date = (day: string) => formatDate(t.language, day);
  const describeEnd = ({ state, endedOn, validTo }: AccessGrant) =>
    t(`access|${state === 'active' ? 'ended' : state}`, { date: date(endedOn ?? validTo) });
  return (
    <Disclosure summary={t('access|earlier')} isOpen={isOpen}>
      <Table
        caption={t('access|earlier')}
        isCaptionHidden
        rows={[...grants]}
        rowKey={({ id }) => id}
        columns={[
          { key: 'name', heading: t('access|name'), isRowHeading: true, cell: ({ name }) => name },
          { key: 'ssn', heading: t('access|ssn'), isNumeric: true, cell: ({ ssn }) => formatKennitala(ssn) },
          { key: 'role', heading: t('access|role'), cell: ({ role }) => t(`accessRole|${role}`) },
          { key: 'from', heading: t('access|since'), cell: ({ validFrom }) => date(validFrom) },
          { key: 'state', heading: t('access|state'), cell: describeEnd },
        ]}
      />
    </Disclosure>
  );
};
