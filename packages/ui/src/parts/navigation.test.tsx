// @vitest-environment happy-dom
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { click, find, show } from '../testing/show.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { Disclosure } from './Disclosure.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { PageHead, PageHeadFrame, PageHeadParts } from './PageHead.tsx';
import { Pagination } from './Pagination.tsx';
import { Steps } from './Steps.tsx';

const Anchor = ({ href, children }: { href: string; children: ReactNode }) => <a href={href}>{children}</a>;

test('breadcrumbs: a named list of links, and the page itself, which is none', async () => {
  await show(
    <Breadcrumbs
      label="Þú ert hér"
      link={Anchor}
      items={[{ title: 'Yfirlit', path: '/yfirlit' }, { title: 'Tjón' }]}
    />,
  );
  expect(find('nav').getAttribute('aria-label')).toBe('Þú ert hér');
  expect(find('a').getAttribute('href')).toBe('/yfirlit');
  expect(find('[aria-current=page]').textContent).toBe('Tjón');
});

test('pages: a button without a page stays, so that it keeps the focus, and does nothing', async () => {
  const onNext = vi.fn<() => void>();
  await show(
    <Pagination label="Hreyfingar" previousLabel="Fyrri" nextLabel="Næsta" onNext={onNext}>
      1–50 af 312
    </Pagination>,
  );
  await click(find('button', 'Næsta'));
  expect(onNext).toHaveBeenCalledOnce();
  const previous = find('button', 'Fyrri');
  expect(previous.getAttribute('aria-disabled')).toBe('true');
  await click(previous);
  expect(onNext).toHaveBeenCalledOnce();
});

test('steps: the current one is marked, one that is done says so and leads back', async () => {
  const onSelect = vi.fn<(step: number) => void>();
  await show(
    <Steps
      label="Skref"
      steps={['Hvað?', 'Hvenær?', 'Hvar?']}
      current={1}
      doneLabel="Lokið"
      position="Skref 2 af 3"
      onSelect={onSelect}
    />,
  );
  expect(find('[aria-current=step]').textContent).toContain('Hvenær?');
  expect(document.querySelectorAll('button')).toHaveLength(1);
  await click(find('button', 'Hvað?'));
  expect(onSelect).toHaveBeenCalledExactlyOnceWith(0);
  expect(find('li').textContent).toContain('Lokið: ');
});

test('a disclosure opens for a link to its text, and tells when it opens', async () => {
  const onToggle = vi.fn<(isOpen: boolean) => void>();
  await show(
    <Disclosure summary="Hvað er eigin áhætta?" id="svar" isOpen onToggle={onToggle}>
      Sá hluti sem þú greiðir.
    </Disclosure>,
  );
  const details = find<HTMLDetailsElement>('details');
  expect(details.open).toBe(true);
  expect(find('#svar').textContent).toBe('Sá hluti sem þú greiðir.');
  details.dispatchEvent(new Event('toggle'));
  expect(onToggle).toHaveBeenLastCalledWith(true);
});

test('a summary of errors takes the focus at each attempt, links to the fields and focuses them', async () => {
  const errors = [{ field: 'name', message: 'Skráðu nafn' }];
  const form = (attempt: number) => (
    <>
      <ErrorSummary title="Laga þarf eitt" errors={attempt === 0 ? [] : errors} attempt={attempt} />
      <input id="name" />
    </>
  );
  await show(form(0));
  expect(document.querySelector('[role=alert]')).toBeNull();
  await show(form(1));
  expect(document.activeElement).toBe(find('[role=alert]'));
  expect(find('a').getAttribute('href')).toBe('#name');
  HTMLElement.prototype.scrollIntoView = () => {};
  await click(find('a'));
  expect(document.activeElement).toBe(find('input'));
  await show(form(2));
  expect(document.activeElement, 'again after the next attempt').toBe(find('[role=alert]'));
});

test('HOLD-18: the heading of a screen stays the same element while its content loads, which adds to the head', async () => {
  const screen = (title: string, more?: ReactNode) => <PageHeadFrame title={title}>{more}</PageHeadFrame>;
  await show(screen('Trygging'));
  const heading = find('h1');
  expect(heading.tabIndex).toBe(-1);
  await show(
    screen(
      'Kaskótrygging',
      <PageHeadParts actions={<button type="button">Prenta</button>}>
        <p>Í gildi</p>
      </PageHeadParts>,
    ),
  );
  expect(find('h1')).toBe(heading);
  expect(heading.parentElement?.textContent).toBe('KaskótryggingÍ gildi');
  expect(find('button', 'Prenta').closest('section')).toBeNull();
});

test('a page head has its title, a line below it and actions', async () => {
  await show(
    <PageHead title="Tjón" actions={<a href="#nytt">Tilkynna tjón</a>}>
      <p>Tvö opin</p>
    </PageHead>,
  );
  expect(document.body.textContent).toBe('TjónTvö opinTilkynna tjón');
  expect(find('h1').tabIndex, 'focused after a navigation').toBe(-1);
});
