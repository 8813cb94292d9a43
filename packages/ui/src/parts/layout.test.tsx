import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { Card } from './Card.tsx';
import { Columns } from './Columns.tsx';
import { Grid } from './Grid.tsx';
import { Row } from './Row.tsx';
import { Section } from './Section.tsx';
import { Stack } from './Stack.tsx';

describe.each([
  ['Stack', Stack],
  ['Row', Row],
  ['Grid', Grid],
] as const)('%s', (_, Part) => {
  test('is the element that the meaning needs, with its own attributes, and a div by default', () => {
    expect(renderToStaticMarkup(<Part>a</Part>)).toMatch(/^<div class="[^"]+">a<\/div>$/);
    expect(
      renderToStaticMarkup(
        <Part as="form" noValidate aria-label="Leit">
          a
        </Part>,
      ),
    ).toMatch(/^<form novalidate="" aria-label="Leit" class="[^"]+">a<\/form>$/i);
    expect(
      renderToStaticMarkup(
        <Part as="ul">
          <li>a</li>
        </Part>,
      ),
    ).toMatch(/^<ul/);
  });

  test('takes its gap from the scale', () => {
    const classOf = (markup: string) => /class="([^"]+)"/.exec(markup)?.[1]?.split(' ') ?? [];
    const medium = classOf(renderToStaticMarkup(<Part>a</Part>));
    const wide = classOf(renderToStaticMarkup(<Part gap="xxl">a</Part>));
    expect(medium.filter((name) => /^_?xxl/.test(name))).toEqual([]);
    expect(wide.filter((name) => /^_?xxl/.test(name))).toHaveLength(1);
  });
});

test('layout parts stand in each other as the elements that a list and its rows need', () => {
  const markup = renderToStaticMarkup(
    <Grid as="ul" size="small">
      <Stack as="li" gap="xs">
        <Row as="span" justify="between">
          a
        </Row>
      </Stack>
    </Grid>,
  );
  expect(markup.replace(/ class="[^"]*"/g, '')).toBe('<ul><li><span>a</span></li></ul>');
});

test('every step of the scale of gaps is a class, and follows the density', () => {
  const css = readFileSync(new URL('layout.module.css', import.meta.url), 'utf8');
  for (const gap of ['xs', 's', 'm', 'l', 'xl', 'xxl']) expect(css).toContain(`--gap: var(--gap-${gap});`);
});

test('columns: the aside is an aside and comes after the main column, also where it is shown first', () => {
  for (const isAsideFirst of [false, true]) {
    const markup = renderToStaticMarkup(
      <Columns aside={<p>verð</p>} isAsideFirst={isAsideFirst}>
        <p>lýsing</p>
      </Columns>,
    );
    expect(markup).toMatch(/lýsing.*<aside[^>]*><p>verð/);
  }
});

test('a section is a landmark named by its title, with its description and actions', () => {
  const markup = renderToStaticMarkup(
    <Section
      title="Skjöl"
      heading="h3"
      description="Sem við höfum sent."
      actions={<button type="button">Sækja</button>}
    >
      <p>Ekkert</p>
    </Section>,
  );
  const [, id] = /<section aria-labelledby="([^"]+)"/.exec(markup) ?? [];
  expect(markup).toContain(`<h3 id="${id}">Skjöl</h3>`);
  expect(markup).toMatch(/Sem við höfum sent\..*Sækja.*Ekkert/);
});

test('a card is an article with its overline above the title and its footer last; without a title it has no heading', () => {
  const markup = renderToStaticMarkup(
    <Card title="Vatnstjón" heading="h4" overline="T-1" footer="Í vinnslu">
      <p>Eldhús</p>
    </Card>,
  );
  expect(markup).toMatch(/^<article.*T-1.*<h4>Vatnstjón<\/h4>.*Eldhús.*Í vinnslu/);
  expect(
    renderToStaticMarkup(
      <Card as="li" kind="filled">
        Ekkert
      </Card>,
    ),
  ).toMatch(/^<li class="[^"]*filled[^"]*">Ekkert<\/li>$/);
});
