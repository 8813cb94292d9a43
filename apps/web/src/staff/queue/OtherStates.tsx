import type { CaseLine } from '@hofn/contracts';
import { Button, Row } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { useCall } from '../../session/index.ts';
import { type Filter, type kindQuery, states } from './filter.ts';

/** The most cases that one call lists: what is more is offered without its states. */
const most = 100;

/** The part of the queue in which a case is listed. */
const partOf = ({ state, waits }: CaseLine): Filter['state'] =>
  waits && !waits.returned ? 'waiting' : state;

/** Where a search that found nothing in one state has hits: «Svarað: 1» shows them. */
export const OtherStates = ({
  query,
  state,
  onChoose,
}: {
  query: { whose: Filter['whose']; search: string } & ReturnType<typeof kindQuery>;
  state: Filter['state'];
  onChoose: (state: Filter['state']) => void;
}) => {
  const t = useTexts<'staff'>();
  const { data } = useCall('/api/staff/v1/queue', { query: { ...query, state: 'all', limit: most } });
  if (!data || data.total === 0) return null;
  const hits =
    data.total > most
      ? [{ name: 'all' as const, n: data.total }]
      : states
          .map((name) => ({ name, n: data.items.filter((line) => partOf(line) === name).length }))
          .filter(({ name, n }) => name !== state && n > 0);
  return (
    <>
      <p>{t('queue|foundElsewhere')}</p>
      <Row>
        {hits.map(({ name, n }) => (
          <Button key={name} kind="secondary" size="small" onClick={() => onChoose(name)}>
            {t('queue|hits', { state: t(`queue|state.${name}`), n })}
          </Button>
        ))}
      </Row>
    </>
  );
};
