// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { click, find, show } from '../testing/show.tsx';
import { DelayedLoading, skeletonAfterMs } from './DelayedLoading.tsx';
import { KeyFigure, KeyFigures } from './KeyFigures.tsx';
import { Notification } from './Notification.tsx';
import { PriceBox } from './PriceBox.tsx';
import { Progress } from './Progress.tsx';
import { Skeleton } from './Skeleton.tsx';
import { EmptyState, ErrorState } from './states.tsx';
import { Tag } from './Tag.tsx';
import { Timeline } from './Timeline.tsx';

test('key figures are terms with values; one without a figure says why', async () => {
  await show(
    <KeyFigures>
      <KeyFigure term="Iðgjald" value="12.480 kr.">
        <dd>á mánuði</dd>
      </KeyFigure>
      <KeyFigure term="Bætur">
        <dd>Engar enn</dd>
      </KeyFigure>
    </KeyFigures>,
  );
  expect([...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent)).toEqual([
    'Iðgjald12.480 kr.á mánuði',
    'BæturEngar enn',
  ]);
});

test('FORM-11: a price has the parts that it is made of, and until when it holds', async () => {
  await show(
    <PriceBox
      title="Verð"
      price="12.480 kr."
      period="á mánuði"
      parts={[{ term: 'Kaskó', value: '12.480 kr.' }]}
      until="Gildir til 21. desember"
      action={<button type="button">Kaupa</button>}
    />,
  );
  expect(find('h2').textContent).toBe('Verð');
  expect(find('dt').textContent + find('dd').textContent).toBe('Kaskó12.480 kr.');
  expect(document.body.textContent).toMatch(/12\.480 kr\. á mánuði.*Gildir til 21\. desember.*Kaupa/);
});

test('a tag has an icon of its own besides its words', async () => {
  await show(
    <Tag icon="clock" kind="warning">
      Beðið
    </Tag>,
  );
  expect(find('span').textContent).toBe('Beðið');
  expect(find('use').getAttribute('href')).toMatch(/#clock$/);
});

test('progress is named, has a value when it is known, and none when it is not', async () => {
  await show(
    <>
      <Progress label="Sendi, 62%" value={0.62} />
      <Progress label="Sæki" />
    </>,
  );
  const [known, unknown] = [...document.querySelectorAll('progress')];
  expect([known?.getAttribute('aria-label'), known?.value]).toEqual(['Sendi, 62%', 0.62]);
  expect(unknown?.hasAttribute('value')).toBe(false);
});

test('UI-5: a skeleton has the rows of its content and says nothing; loading is announced after a while', async () => {
  vi.useFakeTimers();
  await show(
    <DelayedLoading>
      <p>Sæki tjón</p>
      <Skeleton rows={3} kind="lines" />
    </DelayedLoading>,
  );
  expect(find('[role=status]').textContent).toBe('');
  await act(async () => vi.advanceTimersByTime(skeletonAfterMs));
  expect(find('[role=status]').textContent).toBe('Sæki tjón');
  expect(find('[aria-hidden=true]').children).toHaveLength(3);
  vi.useRealTimers();
});

test('a timeline: the step that is now is marked, and each says its state, day and person', async () => {
  await show(
    <Timeline
      heading="h4"
      entries={[
        { key: 1, state: 'done', stateLabel: 'Lokið', when: '8. nóvember', who: 'Guðrún', title: 'Tilkynnt' },
        { key: 2, state: 'now', stateLabel: 'Núna', when: 'frá 18. nóvember', title: 'Vantar reikning' },
      ]}
    />,
  );
  const [done, now] = [...document.querySelectorAll('li')].map((item) =>
    item.textContent.replaceAll('\u00a0', ' '),
  );
  expect(done).toBe('Lokið: 8. nóvember · GuðrúnTilkynnt');
  expect(now).toBe('Núna · frá 18. nóvemberVantar reikning');
  expect(find('[aria-current=step] h4').textContent).toBe('Vantar reikning');
});

test('UI-5: an error is announced, can be tried again and shows that it is being tried; nothing at all says what to do', async () => {
  const onRetry = vi.fn<() => void>();
  const failed = (isRetrying: boolean) => (
    <ErrorState
      title="Náðist ekki"
      retryLabel="Reyna aftur"
      onRetry={onRetry}
      isRetrying={isRetrying}
      phone={{ label: '560 5000', href: 'tel:+3545605000' }}
    >
      Ekkert var skuldfært.
    </ErrorState>
  );
  await show(failed(false));
  await click(find('[role=alert] button'));
  await show(failed(true));
  await click(find('[role=alert] button'));
  expect(onRetry).toHaveBeenCalledOnce();
  expect(find('button').getAttribute('aria-busy')).toBe('true');
  await show(
    <EmptyState title="Engin tjón" action={<a href="#nytt">Tilkynna</a>}>
      Hér sérðu þau.
    </EmptyState>,
  );
  expect(find('[data-state=empty]').textContent).toBe('Engin tjónHér sérðu þau.Tilkynna');
});

test('UI-4: a notification that was closed stays closed for the visit, another shows', async () => {
  const storm = (
    <Notification id="storm" kind="warning" title="Óveður" closeLabel="Loka">
      Festu lausa muni.
    </Notification>
  );
  await show(storm);
  await click(find('button', 'Loka'));
  expect(document.body.textContent).toBe('');
  await show(
    <>
      {storm}
      <Notification id="frost" title="Frost" closeLabel="Loka" />
    </>,
  );
  expect(document.body.textContent.trim()).toBe('Frost');
});
