import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Holiday, type OpeningTime, openingState } from './opening-hours.ts';

const phone: OpeningTime[] = [
  { titill: 'Mánudaga–fimmtudaga', opnar: '09:00', lokar: '16:00', dagar: [1, 2, 3, 4] },
  { titill: 'Föstudaga', opnar: '09:00', lokar: '15:30', dagar: [5] },
];
const always: OpeningTime[] = [
  { titill: 'Allan sólarhringinn', opnar: '00:00', lokar: '24:00', dagar: [1, 2, 3, 4, 5, 6, 7] },
];
const holidays: Holiday[] = [
  { dagur: '2026-12-24', opnar: null, lokar: null },
  { dagur: '2026-12-25', opnar: null, lokar: null },
  { dagur: '2026-12-31', opnar: '09:00', lokar: '12:00' },
];
const at = (instant: string, times = phone) => openingState(times, holidays, new Date(instant));

test('SITE-9: opens exactly at the opening minute', () => {
  expect(at('2026-11-23T08:59:59Z')).toEqual({ open: false, opens: { day: '2026-11-23', time: '09:00' } });
  expect(at('2026-11-23T09:00:00Z')).toEqual({ open: true, until: '16:00' });
});

test('SITE-9: closes exactly at the closing minute', () => {
  expect(at('2026-11-23T15:59:59Z')).toEqual({ open: true, until: '16:00' });
  expect(at('2026-11-23T16:00:00Z')).toEqual({ open: false, opens: { day: '2026-11-24', time: '09:00' } });
});

test('SITE-9: each weekday has its own hours, and on a weekend it next opens on Monday', () => {
  expect(at('2026-11-27T15:29:00Z')).toEqual({ open: true, until: '15:30' });
  expect(at('2026-11-27T15:30:00Z')).toEqual({ open: false, opens: { day: '2026-11-30', time: '09:00' } });
  expect(at('2026-11-28T12:00:00Z')).toEqual({ open: false, opens: { day: '2026-11-30', time: '09:00' } });
});

test('SITE-9: opening hours are in Icelandic time, UTC all year, wherever the user is', () => {
  expect(at('2026-07-01T09:30:00+01:00')).toMatchObject({ open: false });
  expect(at('2026-07-01T11:30:00+01:00')).toMatchObject({ open: true });
});

test('SITE-9: a holiday is closed or has its own hours', () => {
  expect(at('2026-12-24T10:00:00Z')).toEqual({ open: false, opens: { day: '2026-12-28', time: '09:00' } });
  expect(at('2026-12-31T11:59:00Z')).toEqual({ open: true, until: '12:00' });
  expect(at('2026-12-31T12:00:00Z')).toMatchObject({ open: false });
});

test('SITE-9: around-the-clock hours are open at every instant without holidays', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
      (now) => {
        expect(openingState(always, [], now)).toEqual({ open: true, until: '24:00' });
      },
    ),
  );
});

test('SITE-9: a day may have two spans, and no hours means never open', () => {
  const split: OpeningTime[] = [
    { titill: 'Síðdegis', opnar: '13:00', lokar: '16:00', dagar: [1] },
    { titill: 'Fyrir hádegi', opnar: '09:00', lokar: '12:00', dagar: [1] },
  ];
  expect(at('2026-11-23T12:30:00Z', split)).toEqual({
    open: false,
    opens: { day: '2026-11-23', time: '13:00' },
  });
  expect(at('2026-11-23T08:00:00Z', split)).toMatchObject({ opens: { time: '09:00' } });
  expect(at('2026-11-23T12:30:00Z', [])).toEqual({ open: false });
});
