import { formatKennitala } from '@hofn/domain';
import { Button, type Column } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { useUser } from '../../session/index.ts';
import type { useSubjectSwitch } from '../../shell/useSwitch.ts';

type Texts = ReturnType<typeof useTexts<'portal'>>;
type Person = { ssn: string; name: string };

/** Columns for the person that a grant is about. */
export const personColumns = (t: Texts): Column<Person>[] => [
  { key: 'name', heading: t('access|name'), isRowHeading: true, cell: ({ name }) => name },
  {
    key: 'ssn',
    heading: t('access|ssn'),
    cell: ({ ssn }) => <span className="figures">{formatKennitala(ssn)}</span>,
  },
];

type ActForProps = Person & {
  customerSwitch: ReturnType<typeof useSubjectSwitch>;
  /** Whether the button shows the name; a table row already does. */
  showsName?: boolean;
};

/** Switches to a customer, unless already acting for them (rule ACC-3). */
export const ActFor = ({ ssn, name, customerSwitch, showsName }: ActForProps) => {
  const t = useTexts<'portal'>();
  const subject = useUser().data?.currentProxyUser;
  if (ssn === subject?.value) return null;
  return (
    <Button
      size="small"
      aria-label={t('acting|actFor', { name })}
      aria-disabled={customerSwitch.busy}
      onClick={() => customerSwitch.begin(ssn, name)}
    >
      {showsName ? t('acting|actFor', { name }) : t('acting|actForShort')}
    </Button>
  );
};
