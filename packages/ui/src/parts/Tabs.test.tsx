// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { click, find, focus, press, show } from '../testing/show.tsx';
import { Table } from './Table.tsx';
import { Tabs } from './Tabs.tsx';

const tabs = [
  { key: 'given', title: 'Veittur', count: '3', panel: 'Þrír hafa aðgang' },
  { key: 'received', title: 'Fenginn', panel: 'Enginn' },
  { key: 'ended', title: 'Lokið', panel: 'Tveimur er lokið' },
] as const;
const panel = () => find('[role=tabpanel]').textContent;

test('tabs: one tab stop; arrows, Home and End choose, and go around the ends', async () => {
  await show(<Tabs label="Aðgangur" tabs={tabs} />);
  const stops = () => document.querySelectorAll('[role=tab][tabindex="0"]').length;
  expect([panel(), stops()]).toEqual(['Þrír hafa aðgang', 1]);
  await focus(find('[role=tab][aria-selected=true]'));
  for (const [key, text] of [
    ['ArrowRight', 'Enginn'],
    ['ArrowLeft', 'Þrír hafa aðgang'],
    ['ArrowLeft', 'Tveimur er lokið'],
    ['Home', 'Þrír hafa aðgang'],
    ['End', 'Tveimur er lokið'],
  ] as const) {
    expect(await press(key)).toBe(false);
    expect([panel(), stops()], key).toEqual([text, 1]);
    expect(document.activeElement?.getAttribute('aria-selected')).toBe('true');
  }
  expect(find('[role=tabpanel]').getAttribute('aria-labelledby')).toBe(document.activeElement?.id);
});

test('tabs that the parent controls tell what was chosen and stay until it says so', async () => {
  const onSelectedKeyChange = vi.fn<(key: string) => void>();
  await show(
    <Tabs label="Aðgangur" tabs={tabs} selectedKey="given" onSelectedKeyChange={onSelectedKeyChange} />,
  );
  await click(find('[role=tab]', 'Fenginn'));
  expect(onSelectedKeyChange).toHaveBeenCalledExactlyOnceWith('received');
  expect(panel()).toBe('Þrír hafa aðgang');
});

const columns = [
  {
    key: 'name',
    heading: 'Nafn',
    isRowHeading: true,
    isSortable: true,
    cell: (row: { name: string }) => row.name,
  },
  { key: 'fee', heading: 'Fjárhæð', isNumeric: true, isBrief: true, isSortable: true, cell: () => '0 kr.' },
];

test('a table: the heading of the sorted column turns its order, another’s sorts by it', async () => {
  const onSortChange = vi.fn<(by: string, direction: string) => void>();
  const sort = {
    by: 'name',
    direction: 'ascending' as const,
    onSortChange,
    label: 'Raða eftir',
    option: (heading: string, direction: string) => `${heading}, ${direction}`,
  };
  await show(
    <Table
      caption="Listi"
      columns={columns}
      rows={[{ name: 'Ása' }]}
      rowKey={({ name }) => name}
      sort={sort}
    />,
  );
  expect(find('[aria-sort]').textContent).toBe('Nafn');
  await click(find('th button', 'Nafn'));
  await click(find('th button', 'Fjárhæð'));
  expect(onSortChange.mock.calls).toEqual([
    ['name', 'descending'],
    ['fee', 'ascending'],
  ]);
});

test('a table with rows that open on a phone: the button says whether its row is open', async () => {
  await show(
    <Table
      caption="Listi"
      isCaptionHidden
      columns={columns}
      rows={[{ name: 'Ása' }]}
      rowKey={({ name }) => name}
      fold={({ name }) => `Nánar um ${name}`}
    />,
  );
  const button = find('button', 'Nánar um Ása');
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(find('tbody tr').dataset.open).toBe('');
  expect(find('caption').className).toBe('visually-hidden');
});
