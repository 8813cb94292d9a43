import { readdirSync, readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { iconNames } from '../icons/names.ts';
import { illustrationNames } from '../illustrations/names.ts';
import { Alert } from './Alert.tsx';
import { BarChart } from './BarChart.tsx';
import { Button } from './Button.tsx';
import { DataScreen, type DataState } from './DataScreen.tsx';
import { DescriptionList } from './DescriptionList.tsx';
import { SearchField, TextField } from './Field.tsx';
import { EmptyState, ErrorState } from './states.tsx';
import { Table } from './Table.tsx';
import { YearChart } from './YearChart.tsx';

const symbolsIn = (file: string) =>
  [...readFileSync(new URL(file, import.meta.url), 'utf8').matchAll(/<symbol id="(\w+)"/g)].map(
    ([, id]) => id,
  );

test('the sprite of icons contains exactly the named ones', () => {
  expect(symbolsIn('../icons/icons.svg')).toEqual([...iconNames, 'logo']);
});

test('each named drawing is a file that contains it, in colours of the theme', () => {
  const folder = '../illustrations/drawings/';
  const files = readdirSync(new URL(folder, import.meta.url));
  expect(files.toSorted()).toEqual(illustrationNames.map((name) => `${name}.svg`).toSorted());
  for (const name of illustrationNames) {
    expect(symbolsIn(`${folder}${name}.svg`), name).toEqual([name]);
    const source = readFileSync(new URL(`${folder}${name}.svg`, import.meta.url), 'utf8');
    expect(source.match(/ d="(?!m)[^"]*"/gi), name).toBeNull();
    expect(source.match(/(?:fill|stroke)="(?!var\(--|none)[^"]*"/g), name).toBeNull();
  }
});

describe('Button', () => {
  const dotsIn = (markup: string) => markup.match(/<i>/g)?.length ?? 0;

  test('UI-3: by default it is primary and does not submit', () => {
    const markup = renderToStaticMarkup(<Button>Senda</Button>);
    expect(markup).toMatch(/class="[^"]*primary/);
    expect(markup).toContain('type="button"');
    expect(renderToStaticMarkup(<Button kind="secondary">Senda</Button>)).not.toMatch(/class="[^"]*primary/);
  });

  test.each([
    [1, 1],
    [3, 3],
    [5, 5],
    [9, 5],
    [0, 1],
  ])('UI-3: with dots=%i it shows %i', (dots, shown) => {
    expect(
      dotsIn(
        renderToStaticMarkup(
          <Button isLoading dots={dots}>
            Senda
          </Button>,
        ),
      ),
    ).toBe(shown);
  });

  test('UI-3: no dots unless loading, five by default', () => {
    expect(dotsIn(renderToStaticMarkup(<Button>Senda</Button>))).toBe(0);
    expect(dotsIn(renderToStaticMarkup(<Button isLoading>Senda</Button>))).toBe(5);
  });

  test('while loading it keeps its name and is marked as busy', () => {
    const markup = renderToStaticMarkup(
      <Button isLoading loadingLabel="Sendi">
        Senda
      </Button>,
    );
    expect(markup).toContain('aria-busy="true"');
    expect(markup).toContain('Senda');
    expect(markup).toMatch(/role="status">Sendi</);
  });
});

describe('Alert', () => {
  test.each(['info', 'error', 'warning'] as const)('UI-2: there is an alert of kind %s', (kind) => {
    expect(renderToStaticMarkup(<Alert kind={kind} title="Fréttir" />)).toMatch(
      new RegExp(`class="[^"]*${kind}`),
    );
  });

  test('UI-2: with a close label it has a close button', () => {
    expect(renderToStaticMarkup(<Alert title="Fréttir" closeLabel="Loka" />)).toContain('aria-label="Loka"');
    expect(renderToStaticMarkup(<Alert title="Fréttir" />)).not.toContain('<button');
  });

  test('its title ends with a full stop if more text follows', () => {
    const html = (title: string, more?: string) => renderToStaticMarkup(<Alert title={title}>{more}</Alert>);
    expect(html('Lokað í dag', 'Opið er á morgun.')).toContain(
      '<strong>Lokað í dag.</strong> Opið er á morgun.',
    );
    expect(html('Er lokað?', 'Já.')).toContain('<strong>Er lokað?</strong>');
    expect(html('Lokað í dag')).toContain('<strong>Lokað í dag</strong>');
  });

  test('HOLD-18: a live error is announced itself, any other alert by the region around it', () => {
    expect(renderToStaticMarkup(<Alert kind="error" title="Villa" isLive />)).toContain('role="alert"');
    expect(renderToStaticMarkup(<Alert title="Fréttir" />)).not.toContain('role=');
    expect(renderToStaticMarkup(<Alert kind="error" title="Villa" />)).not.toContain('role=');
  });
});

describe('DataScreen', () => {
  const shown = (state: DataState<string[], { reference: string }>) =>
    renderToStaticMarkup(
      <DataScreen
        state={state}
        skeleton={<b>skeleton</b>}
        loadingLabel="Sæki tryggingar"
        isEmpty={(data) => data.length === 0}
        empty={<EmptyState title="Engar tryggingar enn">Fáðu verð.</EmptyState>}
        error={({ reference }, retry) => (
          <ErrorState
            title="Ekki tókst að sækja gögnin"
            reference={`Tilvísun: ${reference}`}
            retryLabel="Reyna aftur"
            onRetry={retry}
            phone={{ label: '560 5000', href: 'tel:+3545605000' }}
          >
            Gögnin þín eru óbreytt.
          </ErrorState>
        )}
      >
        {(data) => <p>{data.join()}</p>}
      </DataScreen>,
    );

  test('UI-5: loading shows no data, and no skeleton before the delay', () => {
    const markup = shown({ status: 'loading' });
    expect(markup).toContain('role="status"');
    expect(markup).not.toContain('skeleton');
  });

  test('UI-5: empty has its own text', () => {
    expect(shown({ status: 'ready', data: [] })).toContain('Engar tryggingar enn');
  });

  test('UI-5: an error shows what failed, what is safe, the reference, a retry and the telephone number', () => {
    const markup = shown({ status: 'failed', failure: { reference: 'a1b2' }, retry: () => {} });
    for (const part of [
      'role="alert"',
      'Ekki tókst',
      'óbreytt',
      'Tilvísun: a1b2',
      'Reyna aftur',
      'tel:+3545605000',
    ])
      expect(markup).toContain(part);
  });

  test('UI-5: ready shows only the data', () => {
    expect(shown({ status: 'ready', data: ['kaskó', 'heimili'] })).toBe('<p>kaskó,heimili</p>');
  });
});

describe('Table', () => {
  const columns = [
    {
      key: 'name',
      heading: 'Heiti',
      isRowHeading: true,
      cell: (row: { name: string }) => row.name,
      footer: 'Samtals',
    },
    { key: 'date', heading: 'Dagur', cell: () => '21. nóvember' },
    { key: 'amount', heading: 'Fjárhæð', isNumeric: true, cell: () => '1.000 kr.', footer: '2.000 kr.' },
  ];
  const markup = renderToStaticMarkup(
    <Table
      caption="Hreyfingar"
      columns={columns}
      rows={[{ name: 'a' }, { name: 'b' }]}
      rowKey={({ name }) => name}
    />,
  );

  test('each cell has the heading of its column, for screens without a head row', () => {
    expect(markup.match(/data-heading="Fjárhæð"/g)).toHaveLength(2);
    expect(markup.match(/data-heading="Dagur"/g)).toHaveLength(2);
  });

  test('it keeps its semantics as cards: caption, roles, row headings and totals', () => {
    for (const part of [
      '<caption>Hreyfingar',
      'role="columnheader"',
      'role="rowheader"',
      'role="cell"',
      '<tfoot',
      '2.000 kr.',
    ])
      expect(markup).toContain(part);
  });
});

test('a bar chart is a table: every bar has its label and figure, and the largest is the widest', () => {
  const markup = renderToStaticMarkup(
    <BarChart
      caption="Iðgjöld"
      labelHeading="Flokkur"
      valueHeading="Iðgjald"
      rows={[
        { key: 'a', label: 'Ökutæki', value: 200, display: '200 kr.' },
        { key: 'b', label: 'Heimili', value: 50, display: '50 kr.' },
      ]}
      total={{ label: 'Samtals', display: '250 kr.' }}
    />,
  );
  expect(markup).toContain('<caption>Iðgjöld');
  expect(markup).toMatch(/<th scope="row">Ökutæki<\/th><td><span class="figures">200 kr\./);
  expect(
    [...markup.matchAll(/width="(\d+)" height="14"><\/rect><\/svg>/g)].map(([, width]) => width),
  ).toEqual(['100', '25']);
  expect(markup).toContain('250 kr.');
});

describe('YearChart', () => {
  const chart = (kind: 'columns' | 'line', series: string[], values: number[][]) =>
    renderToStaticMarkup(
      <YearChart
        caption="Viðskiptavinir"
        kind={kind}
        labelHeading="Ár"
        series={series}
        totalHeading="Samtals"
        rows={values.map((row, at) => ({ label: `${2024 + at}`, values: row }))}
        format={(value) => `${value} stk.`}
        tableLabel="Sýna sem töflu"
      />,
    );
  const numbers = (markup: string, pattern: RegExp) =>
    [...markup.matchAll(pattern)].map(([, value]) => Number(value));

  test('columns are stacked from zero, each part proportional to its value', () => {
    const markup = chart(
      'columns',
      ['Fólk', 'Fyrirtæki'],
      [
        [30, 10],
        [60, 20],
      ],
    );
    const heights = numbers(markup, /<rect[^>]* height="([\d.]+)%"/g);
    expect(heights).toEqual([27, 9, 54, 18]);
    const tops = numbers(markup, /<rect[^>]* y="([\d.]+)%"/g);
    expect(tops).toEqual([59, 50, 32, 14]);
  });

  test('a line goes from year to year, higher for larger values, and is level for equal ones', () => {
    expect(numbers(chart('line', ['stig'], [[74], [82]]), /<circle[^>]* cy="([\d.]+)%"/g)).toEqual([74, 14]);
    expect(numbers(chart('line', ['stig'], [[5], [5]]), /<circle[^>]* cy="([\d.]+)%"/g)).toEqual([74, 74]);
  });

  test('a table has the same figures and their totals', () => {
    const markup = chart('columns', ['Fólk', 'Fyrirtæki'], [[30, 10]]);
    expect(markup).toMatch(/<svg class="[^"]*plot[^"]*" aria-hidden="true">/);
    const table = markup.slice(markup.indexOf('<table'));
    for (const part of [
      'Viðskiptavinir',
      'Ár',
      '2024',
      'Fólk',
      '30 stk.',
      'Fyrirtæki',
      '10 stk.',
      'Samtals',
      '40 stk.',
    ])
      expect(table).toContain(part);
    expect(chart('line', ['stig'], [[74]])).not.toContain('Samtals');
  });
});

test('terms without a value are omitted', () => {
  const markup = renderToStaticMarkup(
    <DescriptionList
      items={[
        { term: 'Númer', value: '2041187' },
        { term: 'Fjárhæð', value: null },
      ]}
    />,
  );
  expect(markup).toContain('2041187');
  expect(markup).not.toContain('Fjárhæð');
});

test('a field is linked to its label, hint and error', () => {
  const markup = renderToStaticMarkup(
    <TextField
      id="ssn"
      label="Kennitala"
      hint="Með eða án bandstriks"
      error="Kennitalan er tíu tölustafir."
    />,
  );
  expect(markup).toContain('for="ssn"');
  expect(markup).toContain('aria-describedby="ssn-hint ssn-error"');
  expect(markup).toContain('aria-invalid="true"');
  expect(renderToStaticMarkup(<TextField id="ssn" label="Kennitala" />)).not.toContain('aria-invalid');
  expect(renderToStaticMarkup(<SearchField label="Leita" />)).toContain('type="search"');
});
