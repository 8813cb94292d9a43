import type { DriverInsuranceData, Offer, Price, Problem } from '@hofn/contracts';
import { type Jobs, priceOffers, productCovers, products, tariffs } from '@hofn/database';
import { TestClock } from '@hofn/database/jobs.ts';
import { tariff, tariffVersion } from '@hofn/database/seed/rating.ts';
import { seedReference } from '@hofn/database/seed/reference.ts';
import { type JobTime, jobTime } from '@hofn/database/testing/job-time.ts';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import type { FormValues } from '@hofn/domain/forms.ts';
import {
  emptyPriceForm,
  type PricedProduct,
  pricedProducts,
  priceFieldsOf,
} from '@hofn/domain/price-form.ts';
import { createLogger } from '@hofn/service';
import { testSecrets } from '@hofn/service/testing/secrets.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startMailServer } from '../platform/mail/testing.ts';
import { smtpTransport } from '../platform/mail/transport.ts';
import { defaultSettings } from '../settings.ts';
import { createIssuer, fixedClock, startApi, startJobs, temporaryFiles } from '../testing.ts';
import { openApiJobs } from '../work.ts';
import { createPriceStore } from './store.ts';

const refusalOf = async (answer: Response): Promise<Problem> => (await answer.json()) as Problem;
const logger = createLogger('api', 'silent');
const kasko = {
  product: 'kasko',
  answers: { value: '3.500.000 kr.', vehicleAge: 'used', area: 'town', claims: 'none', kaskoStep: '90000' },
} as const;

describeWithDatabase('prices without reference data', (open) => {
  test('FORM-11: an installation without a tariff answers 503 with words and when to ask again, in both languages', async () => {
    const database = await open();
    const api = await startApi(database, await createIssuer(), { clock: fixedClock() });
    const refused = async (language: 'is' | 'en') => {
      const answer = await api.ask('/api/public/v1/price', {
        method: 'POST',
        body: JSON.stringify(kasko),
        headers: { 'content-type': 'application/json' },
        language,
      });
      const { errorCode, message } = await refusalOf(answer);
      return [answer.status, answer.headers.get('retry-after'), errorCode, message];
    };
    expect(await refused('is')).toEqual([
      503,
      '300',
      'pricesUnavailable',
      'Ekki er hægt að reikna verð eins og er. Reyndu aftur síðar eða hringdu í 560\u00a05000.',
    ]);
    expect((await refused('en'))[3]).toBe(
      'Prices are not available at the moment. Try again later or call 560\u00a05000.',
    );
    for (const call of ['data', 'terms']) {
      const answer = await api.ask(`/api/public/v1/driverinsurance/${call}`);
      expect([answer.status, (await refusalOf(answer)).errorCode], call).toEqual([503, 'pricesUnavailable']);
    }
    // A tariff alone is not enough: the product has to be on file too.
    await seedReference(database.db);
    await database.db.delete(productCovers);
    await database.db.delete(products);
    expect((await refused('en')).slice(0, 3)).toEqual([503, '300', 'pricesUnavailable']);
    await api.stop();
  });
});

/** Every question of a product answered with its first option or smallest amount. */
const answered = (product: PricedProduct): FormValues => ({
  ...emptyPriceForm(product),
  ...Object.fromEntries(
    priceFieldsOf(product).map(({ name, options, min, type }) => [
      name,
      type === 'checkboxes' ? [...(options ?? [])] : (options?.[0] ?? String(min)),
    ]),
  ),
});

describeWithDatabase('prices', (open) => {
  const clock = fixedClock();
  let database: Awaited<ReturnType<typeof open>>;
  let mailServer: Awaited<ReturnType<typeof startMailServer>>;
  let jobs: Jobs;
  let jobClock: TestClock;
  let api: Awaited<ReturnType<typeof startApi>>;
  let address = 0;

  beforeAll(async () => {
    database = await open();
    await seedReference(database.db);
    mailServer = await startMailServer();
    jobClock = new TestClock(Date.now());
    jobs = await openApiJobs(database, logger, testSecrets, jobClock);
    const settings = { ...defaultSettings(), RATE_READ: 1000, RATE_FORM: 1000 };
    const transport = smtpTransport({ url: mailServer.url, from: 'Höfn tryggingar <hofn@hofn.example>' });
    await startJobs({ database, clock, logger, settings, jobs, files: temporaryFiles(), transport });
    api = await startApi(database, await createIssuer(), { settings, outbox: jobs, clock });
  });
  beforeEach(() => {
    address += 1;
    clock.set('2026-11-21T12:00:00Z');
  });
  afterAll(async () => {
    await api.stop();
    await jobs.stop(1);
    await mailServer.stop();
  });

  type Options = { key?: string; language?: 'is' | 'en'; from?: string };
  const post = (path: string, body: object, { key, language, from }: Options = {}) =>
    api.ask(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': from ?? `203.0.113.${address}`,
        ...(key && { 'idempotency-key': key }),
      },
      ...(language && { language }),
    });
  const priced = async (body: object, language: 'is' | 'en' = 'is'): Promise<Price> => {
    const answer = await post('/api/public/v1/price', body, { language });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Price;
  };
  const keep = async (body: object, options: Options = {}) => {
    const price = await priced(kasko);
    return post(
      '/api/public/v1/offer',
      { ...kasko, tariff: price.tariff, perYear: price.perYear, ...body },
      options,
    );
  };
  const save = async (
    options: Options = {},
    body: object = {},
  ): Promise<{ reference: string; validTo: string }> => {
    const answer = await keep(body, options);
    expect(answer.status).toBe(201);
    return (await answer.json()) as { reference: string; validTo: string };
  };
  const opened = async (reference: string, language: 'is' | 'en' = 'is'): Promise<Offer> => {
    const answer = await api.ask(`/api/public/v1/offer/${reference}`, { language });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Offer;
  };
  /** The e-mails once the jobs have run. */
  const afterJobs: JobTime['until'] = (found) => jobTime(database, jobClock).until(found);
  const sumOf = (parts: readonly { amount: number }[]) => parts.reduce((sum, { amount }) => sum + amount, 0);

  test('FORM-11: a price follows the rating tables, with every part named and the chosen deductible', async () => {
    const price = await priced(kasko);
    // 15.2 ‰ of 3.5 million, times 1.12 for the car's age and 0.88 for its location, rounded to tens.
    expect(price).toMatchObject({
      name: 'Kaskótrygging',
      tariff: tariffVersion,
      perYear: 52_430,
      deductible: 90_000,
    });
    expect(price.parts).toEqual([{ id: 'base', name: 'Grunniðgjald', kind: 'base', amount: 52_430 }]);
    // 3.09 % for twelve instalments.
    expect(price.monthly).toEqual({ perMonth: 4505, fee: 1620, perYear: 54_050 });
    expect(price.answers).toMatchObject({ value: '3500000' });
    expect(price.covers.map(({ id }) => id)).toContain('theft-and-vandalism');
    expect(price.notCovered.length).toBeGreaterThan(0);
    expect(price.terms).toEqual([
      { code: 'BK10', title: expect.any(String), path: '/skilmalar/BK10' },
      { code: 'YY10', title: expect.any(String), path: '/skilmalar/YY10' },
    ]);
    expect((await priced(kasko, 'en')).name).toBe('Comprehensive motor insurance');
  });

  test('FORM-11: the parts of every product add up to its price to the króna, in one payment and in twelve', async () => {
    for (const product of pricedProducts) {
      const price = await priced({ product, answers: answered(product) });
      expect(price.perYear, product).toBeGreaterThan(0);
      expect(sumOf(price.parts), product).toBe(price.perYear);
      expect(price.perYear + price.monthly.fee, product).toBe(price.monthly.perYear);
      expect(12 * price.monthly.perMonth - price.monthly.perYear, product).toBeGreaterThanOrEqual(0);
      expect(12 * price.monthly.perMonth - price.monthly.perYear, product).toBeLessThan(12);
      expect(price.covers.length, product).toBeGreaterThan(0);
    }
  });

  test('FORM-11: chosen covers are part of the price, and others are listed as not covered', async () => {
    const house = { fireValue: '30000000', built: 'newer' };
    const without = await priced({ product: 'summerhouse', answers: house });
    const withTub = await priced({ product: 'summerhouse', answers: { ...house, covers: ['hot-tub'] } });
    expect(withTub.perYear - without.perYear).toBe(3200);
    expect(withTub.parts).toContainEqual({
      id: 'hot-tub',
      name: 'Heitur pottur',
      kind: 'cover',
      amount: 3200,
    });
    expect(without.notCovered.map(({ id }) => id)).toContain('hot-tub');
    expect(withTub.covers.map(({ id }) => id)).toContain('hot-tub');
  });

  test('FORM-11: each available deductible has the price it is sold at', async () => {
    const { choices } = await priced(kasko);
    expect(choices?.field).toBe('kaskoStep');
    expect(choices?.options.map(({ deductible }) => deductible)).toEqual([
      65_000, 90_000, 140_000, 185_000, 250_000,
    ]);
    for (const { value, perYear } of choices?.options ?? [])
      expect((await priced({ ...kasko, answers: { ...kasko.answers, kaskoStep: value } })).perYear).toBe(
        perYear,
      );
  });

  test('FORM-11, LIFE-39: each level of home insurance has the price it is sold at, and cover for people from level 2', async () => {
    const answers = { contents: '10000000', area: 'capital', claims: 'none' };
    for (const level of ['1', '2', '3', '4']) {
      // Pages of an earlier release still ask whether to add the cover.
      for (const covers of [[], ['liability-and-leisure-accidents']]) {
        const price = await priced({ product: 'home', answers: { ...answers, level, covers } });
        expect(price.choices?.options.map(({ perYear }) => perYear)).toEqual([
          26_300, 42_900, 51_060, 62_620,
        ]);
        expect(price.choices?.options.find(({ value }) => value === level)?.perYear).toBe(price.perYear);
        const named = level === '1' ? price.notCovered : price.covers;
        expect(named.map(({ id }) => id)).toContain('liability-and-leisure-accidents');
        expect(price.answers).not.toHaveProperty('covers');
      }
    }
  });

  test('FORM-11: the price of Ökuvísir depends on score and kilometres, and is twelve of its months', async () => {
    const drive = (score: string) =>
      priced({ product: 'okuvisir', answers: { cover: 'liability', score, kilometres: '500' } });
    const worst = await drive('0');
    expect(worst.monthly).toEqual({ perMonth: 21_900, fee: 0, perYear: 262_800 });
    expect(worst.perYear).toBe(262_800);
    expect((await drive('100')).monthly.perMonth).toBe(8320);
    // Calculated elsewhere, from the data of the calculator's call, it is the same.
    const answer = await api.ask('/api/public/v1/driverinsurance/data');
    const { monthly, scoreFloor, scoreExponent, roundTo } = (await answer.json()) as DriverInsuranceData;
    const load = scoreFloor + (1 - scoreFloor) * 0.2 ** scoreExponent;
    expect((await drive('80')).monthly.perMonth).toBe(
      Math.round((monthly.liability * load) / roundTo) * roundTo,
    );
  });

  test('FORM-11: a price is valid for thirty days, but not into the next edition of the tables', async () => {
    expect((await priced(kasko)).validTo).toBe('2026-12-21');
    clock.set('2099-12-10T12:00:00Z');
    await database.db.insert(tariffs).values({ version: 'later', validFrom: '2100-01-01', tables: tariff });
    expect((await priced(kasko)).validTo).toBe('2099-12-31');
    // The thirtieth day is the first of the next edition.
    clock.set('2099-12-02T12:00:00Z');
    expect((await priced(kasko)).validTo).toBe('2099-12-31');
    clock.set('2099-12-01T12:00:00Z');
    expect((await priced(kasko)).validTo).toBe('2099-12-31');
    clock.set('2099-11-30T12:00:00Z');
    expect((await priced(kasko)).validTo).toBe('2099-12-30');
  });

  test('FORM-7: every missing, out-of-range or unexpected answer is named, and nothing is stored', async () => {
    const wrong = {
      value: '12.000',
      vehicleAge: 'ancient',
      area: '',
      claims: 'none',
      kaskoStep: '1',
      discount: '99',
    };
    for (const path of ['price', 'offer']) {
      const answer = await post(`/api/public/v1/${path}`, {
        product: 'kasko',
        answers: wrong,
        tariff: tariffVersion,
        perYear: 1,
      });
      expect(answer.status).toBe(400);
      expect((await refusalOf(answer)).errors).toEqual({
        'answers.value': ['Gildið þarf að vera á bilinu 200.000 til 40.000.000'],
        'answers.vehicleAge': ['Þetta svar er ekki í boði. Veldu annað.'],
        'answers.area': ['Þetta vantar'],
        'answers.kaskoStep': ['Þetta svar er ekki í boði. Veldu annað.'],
        'answers.discount': ['Þessi reitur er ekki til: discount'],
      });
    }
    const english = await post(
      '/api/public/v1/price',
      { product: 'kasko', answers: wrong },
      { language: 'en' },
    );
    expect((await refusalOf(english)).errors?.['answers.value']).toEqual([
      'This must be between 200,000 and 40,000,000',
    ]);
    expect((await post('/api/public/v1/price', { product: 'business-liability', answers: {} })).status).toBe(
      400,
    );
    expect(await database.db.select().from(priceOffers)).toEqual([]);
  });

  test('FORM-11: a price that was tampered with, or is from superseded tables, is not saved', async () => {
    for (const body of [{ perYear: 1 }, { tariff: '2025-1' }]) {
      const answer = await keep(body);
      expect(answer.status).toBe(409);
      expect((await refusalOf(answer)).errorCode).toBe('priceChanged');
    }
    expect(await database.db.select().from(priceOffers)).toEqual([]);
  });

  test('FORM-9, FORM-11: a saved price has a reference, is e-mailed, and can be opened unchanged', async () => {
    const { reference, validTo } = await save(
      { key: 'once', language: 'en' },
      { email: 'gestur@example.is' },
    );
    expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
    // Repeated after a lost response, it is the same offer.
    expect(await save({ key: 'once', language: 'en' }, { email: 'gestur@example.is' })).toEqual({
      reference,
      validTo,
    });
    expect(await database.db.select().from(priceOffers)).toHaveLength(1);
    const mail = await afterJobs(() => mailServer.mails[0]);
    expect(mail.recipients).toEqual(['gestur@example.is']);
    expect(mail.subject).toBe('Your quote');
    expect(mail.text).toContain(`/en/insure/quote#${reference}`);
    expect(mail.text).toContain('21\u00a0December 2026');
    // No answers are sent to an address that may belong to anyone.
    expect(mail.text).not.toMatch(/52[.,]430|3[.,]?500[.,]?000/);
    await afterJobs(async () =>
      (await database.db.select().from(priceOffers)).find(({ email }) => email === null),
    );

    // As somebody types it on another device.
    const offer = await opened(reference.toLowerCase().replaceAll('-', ' '));
    expect(offer).toMatchObject({
      reference,
      ended: false,
      price: { validTo, perYear: 52_430, answers: { ...kasko.answers, value: '3500000' } },
    });
    await opened(reference);
    const lines = JSON.stringify(api.lines);
    expect(lines).toContain('/api/public/v1/offer/•');
    expect(lines).not.toContain(reference);
  });

  test('FORM-11: saving again with the same key returns the same offer, even after its price has expired', async () => {
    const price = await priced(kasko);
    const body = { ...kasko, tariff: price.tariff, perYear: price.perYear };
    const send = (key: string) => post('/api/public/v1/offer', body, { key });
    const first = await send('lost');
    expect(first.status).toBe(201);
    await database.db
      .insert(tariffs)
      .values({ version: 'meanwhile', validFrom: '2026-11-22', tables: tariff });
    try {
      clock.set('2026-11-22T00:00:00Z');
      expect((await send('other')).status).toBe(409);
      const again = await send('lost');
      expect(again.status).toBe(201);
      expect(await again.json()).toEqual(await first.json());
    } finally {
      await database.db.delete(tariffs).where(eq(tariffs.version, 'meanwhile'));
    }
  });

  test('FORM-11: a saved price is unchanged when the tables change, and shows when it has expired', async () => {
    const { reference, validTo } = await save();
    const tables = { ...tariff, products: { ...tariff.products, kasko: { flat: 1, factors: [] } } };
    await database.db.insert(tariffs).values({ version: 'sudden', validFrom: '2026-11-22', tables });
    try {
      clock.set(`${validTo}T23:59:00Z`);
      expect((await priced(kasko)).tariff).toBe('sudden');
      expect(await opened(reference)).toMatchObject({ ended: false, price: { perYear: 52_430 } });
      clock.set('2026-12-22T00:00:00Z');
      expect(await opened(reference)).toMatchObject({ ended: true, price: { perYear: 52_430 } });
    } finally {
      await database.db.delete(tariffs).where(eq(tariffs.version, 'sudden'));
    }
  });

  test('a saved price is deleted ninety days after its last, and only issued references are found', async () => {
    const { reference } = await save();
    const store = createPriceStore(database.db);
    await store.forget(new Date('2027-03-21T12:00:00Z'));
    expect((await opened(reference)).reference).toBe(reference);
    await store.forget(new Date('2027-03-22T00:00:00Z'));
    for (const gone of [reference, 'AAAA-AAAA-AAAA'])
      expect((await api.ask(`/api/public/v1/offer/${gone}`)).status).toBe(404);
  });

  test('FORM-6a: an invalid e-mail address is refused at its field', async () => {
    for (const email of ['gestur', 'gestur@example', 'a..b@example.is'])
      expect((await refusalOf(await keep({ email }))).errors, email).toEqual({
        email: ['Netfangið á að líta út eins og nafn@example.is, án íslenskra stafa'],
      });
  });

  test('FORM-10, HOLD-13: a filled honeypot is refused, and so is the eleventh offer in ten minutes from one address or IPv6 network', async () => {
    const robot = await keep({ website: 'https://spam.example' });
    expect(robot.status).toBe(400);
    expect((await refusalOf(robot)).errors).toEqual({ website: ['Láttu þennan reit vera auðan'] });
    for (const addressOf of [() => '198.51.100.7', (count: number) => `2001:db8:7:1::${count}`]) {
      for (let count = 1; count <= 10; count += 1) await save({ from: addressOf(count) });
      const over = await keep({}, { from: addressOf(11) });
      expect(over.status).toBe(429);
      expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await save({ from: '2001:db8:7:2::1' });
  });

  test('LIFE-39: a price that a higher deductible does not lower is marked as the minimum premium', async () => {
    const cheap = (kaskoStep: string) =>
      priced({ ...kasko, answers: { ...kasko.answers, value: '1.000.000 kr.', kaskoStep } });
    const [low, high] = [await cheap('90000'), await cheap('140000')];
    expect([low, high].map(({ perYear, isMinimum }) => [perYear, isMinimum])).toEqual([
      [39_000, true],
      [39_000, true],
    ]);
    expect((await priced(kasko)).isMinimum).toBe(false);
    const { reference } = await save({}, { answers: low.answers, perYear: low.perYear });
    expect((await opened(reference)).price.isMinimum).toBe(true);
  });
});
