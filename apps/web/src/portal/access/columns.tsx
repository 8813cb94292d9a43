import { formatKennitala } from '@hofn/domain';
import { Button, type Column } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { useUser } from '../../session/index.ts';
import type { useSwitch } from '../../shell/useSwitch.ts';

type Who = { ssn: string; name: string };

/** Who a row of a table of access is about. */
export const useWhoColumns = (): Column<Who>[] => {
  const t = useTexts<'portal'>();
  return [
    { key: 'name', heading: t('access|name'), rowHeading: true, cell: ({ name }) => name },
    {
      key: 'ssn',
      heading: t('access|ssn'),
      cell: ({ ssn }) => <span className="figures">{formatKennitala(ssn)}</span>,
    },
  ];
};

type ActForProps = Who & {
  turn: ReturnType<typeof useSwitch>;
  /** The button shows the name; elsewhere it is in the row of the name. */
  named?: boolean;
};

/** Turns to a customer, unless the page is theirs already (rule ACC-3). */
export const ActFor = ({ ssn, name, turn, named }: ActForProps) => {
  const t = useTexts<'portal'>();
  const subject = useUser().data?.currentProxyUser;
  if (ssn === subject?.value) return null;
  return (
    <Button
      size="small"
      aria-label={t('acting|actFor', { name })}
      aria-disabled={turn.busy}
      onClick={() => turn.begin(ssn, name)}
    >
      {named ? t('acting|actFor', { name }) : t('acting|actForShort')}
    </Button>
  );
};
