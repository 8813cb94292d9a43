import { expect, test } from 'vitest';
import { ownShareOf } from './own-share.ts';

const words = 'Þegar hjóli er stolið greiðir þú 25%, þó aldrei minna en eigin áhættu leiðarinnar.';

test('LIFE-13: where the words give another share, the amount is not the whole answer', () => {
  const share = (product: string, causes: string[], text = words) =>
    ownShareOf(product, 'home', causes, text);
  expect(share('home', ['bicycle'])).toEqual({ varies: true, percent: 25 });
  expect(share('home', ['bicycle'], 'Þú greiðir 12,5% eða 20%.')).toEqual({ varies: true, percent: null });
  expect(share('home', ['bicycle', 'water'])).toEqual({ varies: true, percent: null });
  expect(share('home', ['burglary'])).toEqual({ varies: true, percent: null });
  expect(share('home', ['water'])).toEqual({ varies: false, percent: null });
  // Until a cause is chosen, any of the line may be meant.
  expect(share('home', [])).toEqual({ varies: true, percent: null });
  expect(share('kasko', [])).toEqual({ varies: false, percent: null });
  // Of a claim by telephone nothing is known but the policy.
  expect(ownShareOf('home', null, [], words)).toEqual({ varies: true, percent: null });
  expect(ownShareOf('windscreen', 'windscreen', ['stone'], words)).toEqual({ varies: true, percent: null });
});
