// Buying at a kept price, until the policy is in force and paid: rules BUY-1 to BUY-4 and BUY-6.
import type { CoreActAnswer, Purchase } from '@hofn/contracts';
import {
  customers,
  instalments,
  policies,
  policyItems,
  priceOffers,
  purchases,
  tariffs,
  transactions,
} from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordedEvents } from '../events/testing.ts';
import { noon } from '../testing.ts';
import { purchases as feature } from './feature.ts';
import { type Shop, startShop } from './testing/started-shop.ts';

const home = { contents: '20000000', area: 'capital', claims: 'none', level: '2' };
const car = { vehicleClass: 'car', area: 'capital', driver: 'adult', claims: 'none' };
const kasko = { value: '3000000', vehicleAge: 'new', area: 'capital', claims: 'none', kaskoStep: '90000' };
const plain = (text = ''): string => text.replaceAll('\u00a0', ' ');

describeWithDatabase('purchases', (open) => {
  let on: Shop;
  beforeAll(async () => {
    on = await startShop(await open());
  });
  afterAll(() => on.stop());
  beforeEach(() => on.begin());

  const started = async (product = 'home', answers: object = home): Promise<string> =>
    (await on.start(await on.keep(product, answers))).body.id ?? '';
  /** Answers all steps. */
  const ready = async (product = 'home', answers: object = home, more: Record<string, object> = {}) => {
    const id = await started(product, answers);
    const isCar = product !== 'home';
    const steps = {
      insured: isCar ? { plate: 'AB-C12' } : { address: 'Nýgata 1' },
      needs: {
        needs: {
          ...(isCar ? { use: 'private', keeper: 'yes' } : { living: 'own' }),
          ...{ elsewhere: 'no', priority: 'price' },
        },
      },
      documents: { read: true },
      start: { firstDay: '2026-12-01' },
      ...more,
    };
    for (const [step, body] of Object.entries(steps))
      expect((await on.save(id, { step, ...body })).status, step).toBe(200);
    return id;
  };
  const shownOf = async (id: string) => (await on.read(id)).shown;
  const faults = ({ body }: { body: unknown }) =>
    Object.keys((body as { errors?: Record<string, string[]> }).errors ?? {});

  test('BUY-1, BUY-3, ACT-6: a kept price becomes a policy in force in one call, the hold is charged, and receipt and document are sent', async () => {
    const id = await ready();
    const before = await on.read(id, 'en');
    expect(before).toMatchObject({
      ...{ state: 'open', thing: 'home', insured: { address: 'Nýgata 1' }, existing: [], newPrice: null },
      card: { brand: 'Visa', cardNumberMasked: '•••• 4821' },
      decision: { decided: 'atOnce' },
    });
    const bought = await on.buy(id, before.shown, 'en');
    expect(bought).toEqual({ status: 200, body: { state: 'inForce' } });
    const [policy] = await on.newPolicies();
    expect(policy).toMatchObject({
      ...{ productId: 'home', validFrom: '2026-12-01', validTo: '2027-11-30', instalmentsPerYear: 1 },
      ...{ premiumPerYear: before.price.perYear, insuredIs: 'Nýgata 1' },
    });
    const [item] = await on.db
      .select()
      .from(policyItems)
      .where(eq(policyItems.policyId, policy?.id ?? ''));
    expect(item).toMatchObject({ kind: 'contents', facts: { address: 'Nýgata 1', contents: 20_000_000 } });
    const after = await on.read(id);
    expect(after).toMatchObject({
      ...{ state: 'inForce', policy: { id: policy?.id, number: policy?.number }, shown: null },
      payment: { state: 'charged', amount: before.price.perYear, card: 'Visa •••• 4821' },
      // RIGHT-1: fourteen days.
      withdrawUntil: '2026-12-05',
    });
    const [paid] = await on.db
      .select()
      .from(instalments)
      .where(eq(instalments.policyId, policy?.id ?? ''));
    expect(paid?.paidAt).not.toBeNull();
    expect((await on.db.select().from(transactions)).map(({ type, amount }) => [type, amount])).toEqual([
      ['premium', before.price.perYear],
      ['payment', -before.price.perYear],
    ]);
    expect((await on.mailKinds()).toSorted()).toEqual(['paymentReceipt', 'proposalAccepted']);
    expect(await on.openCases()).toEqual([]);
    expect((await recordedEvents({ db: on.db })).map(({ type }) => type)).toEqual(
      expect.arrayContaining(['hofn.purchase.started', 'hofn.purchase.bought', 'hofn.payment.made']),
    );
    expect(await on.audited(id)).toMatchObject([
      { details: { event: 'held' } },
      { details: { event: 'accepted' } },
      { details: { event: 'captured' } },
    ]);
    // The list has only what is unfinished.
    expect((await on.call('GET', on.base)).body).toEqual({ items: [] });
  });

  test('BUY-1: each step is kept: another device continues where it was, and a second start at the same price too', async () => {
    const reference = await on.keep('home', home);
    const { body } = await on.start(reference);
    await on.save(body.id ?? '', { step: 'insured', address: 'Nýgata 1' });
    expect((await on.start(reference.toLowerCase())).body).toEqual(body);
    const { items } = (await on.call('GET', on.base)).body as unknown as { items: Purchase[] };
    expect(items).toMatchObject([{ id: body.id, state: 'open', openUntil: '2026-12-21' }]);
    expect(await on.read(body.id ?? '')).toMatchObject({
      insured: { address: 'Nýgata 1' },
      needs: null,
      shown: null,
    });
    expect((await on.call('GET', `${on.base}/${body.id}`, { as: 'birgir' })).status).toBe(404);
  });

  test('BUY-4: needs and answers are kept with their wording, with whether advice was given, and the document as delivered', async () => {
    const id = await ready();
    await on.buy(id, await shownOf(id));
    const { offerId } = await on.read(id);
    const offer = (await on.call('GET', `/api/ods/v1/proposal/${offerId}`)).body as unknown as {
      needs: string[];
    };
    expect(offer.needs.map(plain)).toEqual([
      'Innbú? 20.000.000 kr.',
      ...['area capital', 'claims none', 'level 2'],
      ...['Hvernig er heimilið notað? Ég bý þar og á það', 'Ertu með sömu tryggingu annars staðar? Nei'],
      'Hvað skiptir þig mestu? Lágt iðgjald',
      expect.stringMatching(/^Er veitt ráðgjöf\? Nei\./),
    ]);
    const pdf = async () =>
      Buffer.from(
        await (await on.api.ask(`${on.base}/${id}/ipid`, { token: on.tokens.anna })).arrayBuffer(),
      ).toString('base64');
    const delivered = await pdf();
    // The product's own texts change; what was delivered does not.
    await on.db.execute(sql`update products set deductible_is = 'Önnur' where id = 'home'`);
    expect(await pdf()).toBe(delivered);
    await on.db.execute(sql`update products set deductible_is = 'Eftir þrepi' where id = 'home'`);
  });

  test('BUY-2: a changed tariff or an expired price shows old and new, and nothing is held until the new one is agreed to', async () => {
    const id = await ready();
    const before = await on.read(id);
    const [edition] = await on.db.select().from(tariffs);
    const products = { ...edition?.tables.products };
    const tables = { ...edition?.tables, products: { ...products, home: { ...products.home, permille: 5 } } };
    await on.db
      .insert(tariffs)
      .values({ version: 'test-2', validFrom: '2026-11-21', tables: tables as never });
    const refused = await on.buy(id, before.shown);
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'purchaseChanged']);
    expect(on.cards.asked).toEqual([]);
    const changed = await on.read(id);
    expect(changed).toMatchObject({
      shown: null,
      price: { tariff: '2026-1', perYear: before.price.perYear },
    });
    expect(changed.newPrice?.tariff).toBe('test-2');
    const agree = (perYear = changed.newPrice?.perYear) =>
      on.save(id, { step: 'price', tariff: 'test-2', perYear });
    expect((await agree(1)).body.errorCode).toBe('purchaseChanged');
    expect((await agree()).status).toBe(200);
    // The documents that were read said the other price.
    expect(await on.read(id)).toMatchObject({
      ...{ newPrice: null, price: { tariff: 'test-2' }, documentsRead: false, shown: null },
    });
    expect(faults(await on.buy(id, before.shown))).toEqual(['read']);
    await on.db.delete(purchases);
    await on.db.delete(priceOffers);
    await on.db.delete(tariffs).where(eq(tariffs.version, 'test-2'));

    const expiring = await ready();
    const { shown } = await on.read(expiring);
    // It began some days after its price was kept.
    await on.db.update(purchases).set({ startedAt: '2026-11-25T12:00:00Z' });
    on.clock.set('2026-12-21T12:00:01Z');
    await on.save(expiring, { step: 'start', firstDay: '2026-12-24' });
    on.clock.set('2026-12-22T12:00:00Z');
    expect((await on.buy(expiring, shown)).body.errorCode).toBe('purchaseChanged');
    expect((await on.read(expiring)).newPrice).toMatchObject({ validTo: '2027-01-21' });
  });

  test('BUY-2: what was changed in another window is not bought with the hash of what was on the screen', async () => {
    const id = await ready();
    const shown = await shownOf(id);
    await on.save(id, { step: 'start', firstDay: '2026-12-02' });
    expect((await on.buy(id, shown)).body.errorCode).toBe('purchaseChanged');
    expect(on.cards.asked).toEqual([]);
  });

  test('BUY-2, BUY-3: what is said about the money is agreed to as well: nothing is held after the page said so, nor the reverse', async () => {
    const id = await ready();
    on.core.behaves(() => 503);
    const silent = await on.read(id);
    expect(silent.decision?.decided).toBe('referred');
    on.core.behaves(on.issues);
    expect((await on.buy(id, silent.shown)).body.errorCode).toBe('purchaseChanged');
    const sure = await on.read(id);
    expect(sure.decision?.decided).toBe('atOnce');
    on.core.behaves(() => 503);
    expect((await on.buy(id, sure.shown)).body.errorCode).toBe('purchaseChanged');
    expect(on.cards.asked).toEqual([]);
    expect(await on.row(id)).toMatchObject({ state: 'open', hold: 'none' });
  });

  test('BUY-2: another card than the one that was shown is not charged', async () => {
    const id = await ready();
    const shown = await shownOf(id);
    const isAnna = eq(customers.id, 'anna');
    await on.db.update(customers).set({ cardNumberMasked: '•••• 1111' }).where(isAnna);
    expect((await on.buy(id, shown)).body.errorCode).toBe('purchaseChanged');
    expect(on.cards.asked).toEqual([]);
    await on.db.update(customers).set({ cardNumberMasked: '•••• 4821' }).where(isAnna);
    expect((await on.buy(id, shown)).body).toEqual({ state: 'inForce' });
  });

  test('BUY-3: a declined card buys nothing, and another try with a good one does', async () => {
    const id = await ready();
    on.cards.answer.hold = 'declines';
    const refused = await on.buy(id, await shownOf(id));
    expect([refused.status, refused.body.errorCode]).toEqual([402, 'paymentDeclined']);
    expect(await on.newPolicies()).toEqual([]);
    expect((await on.read(id)).payment?.state).toBe('notCharged');
    on.cards.answer.hold = 'accepts';
    expect((await on.buy(id, await shownOf(id))).body).toEqual({ state: 'inForce' });
    expect(await on.paymentStates()).toEqual(expect.arrayContaining(['declined', 'paid']));
    await on.db.update(customers).set({ cardExpires: '10/26' }).where(eq(customers.id, 'anna'));
    const other = await ready('kasko', kasko);
    expect((await on.buy(other, await shownOf(other))).body.errorCode).toBe('noPaymentMethod');
  });

  test('BUY-3: once a lost hold is known to be over, the same call refuses in a way that lets the next try be a new one', async () => {
    const id = await ready();
    const { shown } = await on.read(id);
    on.cards.answer.hold = 'silent';
    expect((await on.buy(id, shown, 'is', 'first')).body).toEqual({ state: 'processing' });
    // The card service answers: it has never got the hold.
    on.cards.answer.hold = 'accepts';
    const refused = await on.buy(id, shown, 'is', 'first');
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'paymentCancelled']);
    expect(await on.row(id)).toMatchObject({ state: 'open', hold: 'over' });
    expect((await on.buy(id, shown, 'is', 'second')).body).toEqual({ state: 'inForce' });
    expect(await on.newPolicies()).toHaveLength(1);
  });

  test.each([
    ['is withdrawn from', { cancelledAt: noon }, 'silent'],
    ['is collected by the core', { paidAt: noon }, 'silent'],
    ['is collected by the core, after a charge whose answer was lost', { paidAt: noon }, 'lost'],
  ] as const)(
    'BUY-3: what %s while the charge is unanswered is not charged after all',
    async (_, to, charge) => {
      const id = await ready();
      on.cards.answer.charge = charge;
      await on.buy(id, await shownOf(id));
      expect(await on.row(id)).toMatchObject({ state: 'bound', hold: 'capturing' });
      await on.db.update(instalments).set(to).where(eq(instalments.sequenceOf, 1));
      on.cards.answer.charge = 'silent';
      await on.goOn();
      expect(await on.row(id)).toMatchObject({ hold: 'capturing' });
      on.cards.answer.charge = 'accepts';
      await on.goOn();
      const isTaken = charge === 'lost';
      expect(await on.row(id)).toMatchObject({ hold: isTaken ? 'captured' : 'over', askAgainAt: null });
      expect([...on.cards.holds.values()]).toEqual([isTaken ? 'charged' : 'cancelled']);
      expect(await on.paymentStates()).toEqual([isTaken ? 'paid' : 'cancelled']);
      expect(await on.mailKinds()).not.toContain('paymentFailed');
    },
  );

  test('BUY-3: a policy whose instalments cost something else than what is held is billed, and the hold is released', async () => {
    const id = await ready();
    const shown = await shownOf(id);
    on.core.behaves(async (asked) => {
      const answer = (await on.issues(asked)) as CoreActAnswer;
      if (answer.result !== 'done' || !('facts' in answer)) return answer;
      const facts = answer.facts.map((fact) =>
        fact.type === 'instalments' ? { ...fact, facts: { ...fact.facts, amount: 1000 } } : fact,
      );
      return { ...answer, facts };
    });
    expect((await on.buy(id, shown)).body).toEqual({ state: 'inForce' });
    expect([...on.cards.holds.values()]).toEqual(['cancelled']);
    expect((await on.read(id)).payment?.state).toBe('notCharged');
    const [bill] = await on.db.select().from(instalments).where(eq(instalments.sequenceOf, 1));
    expect(bill).toMatchObject({ amount: 1000, paidAt: null, paymentId: null });
  });

  test('BUY-3: two windows at once buy once, and charge once', async () => {
    const id = await ready();
    const shown = await shownOf(id);
    const both = await Promise.all([on.buy(id, shown), on.buy(id, shown)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    await on.goOn();
    expect(await on.newPolicies()).toHaveLength(1);
    expect(await on.paymentStates()).toEqual(['paid']);
    expect([...on.cards.holds.values()]).toEqual(['charged']);
  });

  test('BUY-3: what the core refers before payment holds nothing, and is billed when staff accept it', async () => {
    on.core.behaves(on.refers);
    const id = await ready();
    const before = await on.read(id);
    expect(before.decision).toMatchObject({ decided: 'referred' });
    expect(before.decision?.texts).toContain('Starfsfólk skoðar þetta.');
    expect((await on.buy(id, before.shown)).body).toEqual({ state: 'referred' });
    expect(on.cards.asked).toEqual([]);
    expect(await on.openCases()).toEqual(['change']);
    expect(await on.mailKinds()).toEqual(['proposalAccepted']);
    expect((await on.letter('proposalAccepted'))?.body).toContain('Nothing is held');
    expect(await on.read(id)).toMatchObject({ state: 'referred', payment: null });
    on.core.behaves(on.issues);
    await on.settleByStaff({
      ...{ result: 'accepted', effectiveOn: '2026-12-01', premium: before.price.perYear, texts: null },
    });
    expect(await on.read(id)).toMatchObject({ state: 'inForce', payment: null });
    const [bill] = await on.db.select().from(instalments).where(eq(instalments.sequenceOf, 1));
    expect(bill).toMatchObject({ paidAt: null, paymentId: null, amount: before.price.perYear });
  });

  test('BUY-3: what was held and then declined by the core is released, and staff have it as a case', async () => {
    const id = await ready();
    const shown = await shownOf(id);
    on.core.behaves((asked) =>
      asked.path.endsWith('/preview')
        ? on.issues(asked)
        : { result: 'declined', edition: null, reasons: [{ code: 'unknownPolicy', texts: null }] },
    );
    expect((await on.buy(id, shown)).body).toEqual({ state: 'referred' });
    expect([...on.cards.holds.values()]).toEqual(['cancelled']);
    expect(await on.paymentStates()).toEqual(['cancelled']);
    expect(await on.openCases()).toEqual(['change']);
    expect(await on.newPolicies()).toEqual([]);
  });

  test('BUY-3: a lost answer of the core is asked for again, and the card is charged then', async () => {
    const id = await ready();
    const shown = await shownOf(id);
    on.core.behaves((asked) => (asked.path.endsWith('/preview') ? on.issues(asked) : 503));
    expect((await on.buy(id, shown)).body).toEqual({ state: 'processing' });
    expect((await on.read(id)).payment?.state).toBe('held');
    const received = await on.letter('proposalAccepted');
    expect(received?.body).toMatch(
      /is held on your card\. It is charged only when the policy has been issued/,
    );
    expect(received?.body).not.toContain('Nothing is held');
    expect(received?.preheader).toBe('We will email you when there is an answer.');
    on.core.behaves(on.issues);
    await on.goOn();
    expect(await on.read(id)).toMatchObject({ state: 'inForce', payment: { state: 'charged' } });
    expect(await on.newPolicies()).toHaveLength(1);
  });

  test('BUY-3: a core that is silent for a day leaves no money held; the purchase is referred', async () => {
    const id = await ready();
    const shown = await shownOf(id);
    on.core.behaves((asked) => (asked.path.endsWith('/preview') ? on.issues(asked) : 503));
    await on.buy(id, shown);
    await on.goOn(25 * 60);
    expect(await on.read(id)).toMatchObject({ state: 'referred', payment: { state: 'notCharged' } });
    expect([...on.cards.holds.values()]).toEqual(['cancelled']);
    expect(await on.openCases()).toEqual(['change']);
  });

  test('BUY-3: a hold whose answer was lost is looked up, and bought with; one that stays silent is given up and has an owner', async () => {
    const id = await ready();
    on.cards.answer.hold = 'lost';
    expect((await on.buy(id, await shownOf(id))).body).toEqual({ state: 'processing' });
    on.cards.answer.hold = 'accepts';
    await on.goOn();
    expect((await on.read(id)).state).toBe('inForce');
    expect([...on.cards.holds.values()]).toEqual(['charged']);

    await on.begin();
    const silent = await ready();
    Object.assign(on.cards.answer, { hold: 'silent', release: 'silent' });
    await on.buy(silent, await shownOf(silent));
    await on.goOn(61);
    expect(await on.row(silent)).toMatchObject({ state: 'open', hold: 'releasing' });
    expect((await on.read(silent)).payment?.state).toBe('releasing');
    expect(await on.mailKinds()).toEqual(['purchaseStopped']);
    expect((await on.letter('purchaseStopped'))?.body).toContain(
      'did not get an answer from the card service',
    );
    expect((await on.buy(silent, await shownOf(silent))).body.errorCode).toBe('cardServiceSilent');
    await on.goOn(24 * 60);
    expect(await on.openCases()).toEqual(['payment']);
    Object.assign(on.cards.answer, { hold: 'accepts', release: 'accepts' });
    await on.goOn();
    expect(await on.openCases()).toEqual([]);
    expect(await on.row(silent)).toMatchObject({ hold: 'over', askAgainAt: null });
    expect((await on.buy(silent, await shownOf(silent))).body).toEqual({ state: 'inForce' });
  });

  test('BUY-3: a charge whose answer was lost is asked for again with its key, and one that fails is billed', async () => {
    const id = await ready();
    on.cards.answer.charge = 'lost';
    expect((await on.buy(id, await shownOf(id))).body).toEqual({ state: 'inForce' });
    expect((await on.read(id)).payment?.state).toBe('held');
    on.cards.answer.charge = 'accepts';
    await on.goOn();
    expect((await on.read(id)).payment?.state).toBe('charged');
    expect(await on.paymentStates()).toEqual(['paid']);

    await on.begin();
    const failing = await ready();
    on.cards.answer.charge = 'declines';
    await on.buy(failing, await shownOf(failing));
    expect(await on.read(failing)).toMatchObject({ state: 'inForce', payment: { state: 'notCharged' } });
    const [bill] = await on.db.select().from(instalments).where(eq(instalments.sequenceOf, 1));
    expect(bill).toMatchObject({ paidAt: null, paymentId: null });
    expect(await on.mailKinds()).toContain('paymentFailed');
  });

  test('BUY-6: a vehicle has one compulsory insurance: an own one is named, another’s is not, and a second purchase is refused', async () => {
    const own = await started('motor-liability', car);
    await on.save(own, { step: 'insured', plate: 'AB-C12' });
    expect(await on.read(own)).toMatchObject({ doubles: false, existing: [] });
    const first = await ready('motor-liability', car);
    expect((await on.buy(first, await shownOf(first))).body).toEqual({ state: 'inForce' });
    const [policy] = await on.newPolicies();
    const second = await on.read(own);
    expect(second).toMatchObject({ doubles: true, existing: [{ number: policy?.number }], shown: null });
    await on.save(own, {
      step: 'needs',
      needs: { use: 'private', keeper: 'yes', elsewhere: 'no', priority: 'price' },
    });
    await on.save(own, { step: 'documents', read: true });
    await on.save(own, { step: 'start', firstDay: '2026-12-01' });
    const refused = await on.buy(own, 'x');
    expect([refused.status, refused.body.errorCode, ...faults(refused)]).toEqual([
      409,
      'alreadyInsured',
      'plate',
    ]);
    expect(JSON.stringify(refused.body)).toContain(policy?.number);
    // Birgir learns that it is insured, and not by whom.
    const { body } = await on.start(await on.keep('motor-liability', car), 'birgir');
    await on.save(body.id ?? '', { step: 'insured', plate: 'abc12' }, 'birgir');
    const other = await on.call('GET', `${on.base}/${body.id}`, { as: 'birgir' });
    expect(other.body).toMatchObject({ doubles: true, existing: [] });
  });

  test('BUY-6: what staff have refused does not keep the vehicle from being insured later', async () => {
    on.core.behaves(on.refers);
    const first = await ready('motor-liability', car);
    await on.buy(first, await shownOf(first));
    const second = await ready('motor-liability', car);
    expect(await on.read(second)).toMatchObject({ doubles: true, shown: null });
    await on.settleByStaff({
      result: 'refused',
      ground: 'nothingToInsure',
      texts: { is: 'Við getum það ekki.', en: 'We cannot do that.' },
    });
    expect(await on.read(second)).toMatchObject({ doubles: false });
    on.core.behaves(on.issues);
    expect((await on.buy(second, await shownOf(second))).body).toEqual({ state: 'inForce' });
  });

  test('BUY-6: another’s insurance of the vehicle does not block a purchase when it ends before the first day', async () => {
    const first = await ready('motor-liability', car);
    await on.buy(first, await shownOf(first));
    const [policy] = await on.newPolicies();
    await on.db
      .update(policies)
      .set({ renews: false, validTo: '2026-12-09' })
      .where(eq(policies.id, policy?.id ?? ''));
    const id = (await on.start(await on.keep('motor-liability', car), 'birgir')).body.id ?? '';
    await on.save(id, { step: 'insured', plate: 'AB-C12' }, 'birgir');
    const doublesOn = async (firstDay: string) => {
      await on.save(id, { step: 'start', firstDay }, 'birgir');
      return (await on.call('GET', `${on.base}/${id}`, { as: 'birgir' })).body.doubles;
    };
    expect([await doublesOn('2026-12-09'), await doublesOn('2026-12-10')]).toEqual([true, false]);
  });

  test('BUY-6: of what may be had twice, the existing policy is named', async () => {
    const [mine] = await on.db
      .select()
      .from(policyItems)
      .where(and(eq(policyItems.customerId, 'anna'), eq(policyItems.policyId, 'p1')));
    const plate = String(mine?.facts.plate);
    const id = await started('kasko', kasko);
    await on.save(id, { step: 'insured', plate });
    expect(await on.read(id)).toMatchObject({ doubles: false, existing: [{ id: 'p1' }] });
  });

  test('BUY-1: who may not buy reads why: a company, somebody under 18, and somebody younger than the drivers of the price', async () => {
    const reference = await on.keep('motor-liability', car);
    expect((await on.start(reference, 'company')).body.errorCode).toBe('personsOnly');
    expect((await on.start('0000-0000-0000')).status).toBe(404);
    const life = await on.keep('life', { sum: '5000000', age: '40', smoker: 'no' });
    expect((await on.start(life)).body.errorCode).toBe('notSoldOnline');
    expect((await on.start(reference, 'child')).body.errorCode).toBe('buyerUnderAge');
    expect((await on.start(reference, 'driver')).body.errorCode).toBe('identityDiffers');
  });

  test.each(['Readonly', 'Full'] as const)(
    'BUY-1: who acts for a customer with %s access reads no purchase, starts none, and does not learn that there is one',
    async (role) => {
      const id = await started();
      const reference = await on.keep('home', home);
      const waiting = async (as: 'anna' | 'delegate') =>
        (await on.call('GET', '/api/user/v1/waiting', { as })).body.purchases;
      expect(await waiting('anna')).toBe(1);
      await on.giveAccess(role);
      expect(await waiting('delegate')).toBe(0);
      const refusals = [
        await on.call('GET', on.base, { as: 'delegate' }),
        await on.call('GET', `${on.base}/${id}`, { as: 'delegate' }),
        await on.start(reference, 'delegate'),
        await on.call('POST', `${on.base}/${id}/buy`, { as: 'delegate', body: { shown: 'x' } }),
      ];
      for (const { status, body } of refusals) expect([status, body.errorCode]).toEqual([403, 'selfOnly']);
      expect(await on.db.select().from(purchases)).toHaveLength(1);
    },
  );

  test('BUY-1, BUY-4: what is wrong in a step is named: plate, address, needs, documents and first day', async () => {
    const id = await started('motor-liability', car);
    const named = async (body: object) => {
      const answer = await on.save(id, body);
      return [answer.status, ...faults(answer)];
    };
    expect(await named({ step: 'insured', plate: '' })).toEqual([400, 'plate']);
    expect(await named({ step: 'insured', plate: 'TOOLONG99' })).toEqual([400, 'plate']);
    const needs = { use: 'private', keeper: 'yes', elsewhere: 'no' };
    expect(await named({ step: 'needs', needs })).toEqual([400, 'needs.priority']);
    const unfit = { ...needs, use: 'business', priority: 'price' };
    expect(await named({ step: 'needs', needs: unfit })).toEqual([400, 'needs.use']);
    expect(await named({ step: 'needs', needs: { ...needs, priority: 'price', shoe: '42' } })).toEqual([
      400,
      'needs.shoe',
    ]);
    expect(await named({ step: 'documents', read: false })).toEqual([400, 'read']);
    expect(await named({ step: 'start', firstDay: '2026-11-20' })).toEqual([400, 'firstDay']);
    expect(await named({ step: 'start', firstDay: '2028-11-21' })).toEqual([400, 'firstDay']);
    expect(await named({ step: 'start', firstDay: 'bráðum' })).toEqual([400, 'firstDay']);
    const incomplete = await on.buy(id, 'x');
    expect([incomplete.status, ...faults(incomplete)]).toEqual([400, 'insured', 'needs', 'read', 'firstDay']);
    const tooFar = await ready();
    await on.db.update(purchases).set({ firstDay: '2027-03-01' }).where(eq(purchases.id, tooFar));
    expect(faults(await on.buy(tooFar, 'x'))).toEqual(['firstDay']);
    const homeId = await started();
    const empty = await on.save(homeId, { step: 'insured', address: ' ' });
    expect([empty.status, ...faults(empty)]).toEqual([400, 'address']);
    // Cover that would begin in the past when it is bought.
    const late = await ready();
    const shown = await shownOf(late);
    on.clock.set('2026-12-02T12:00:00Z');
    expect(faults(await on.buy(late, shown))).toEqual(['firstDay']);
  });

  test('BUY-1: an open purchase ends after thirty days or by its customer, and cannot be bought then', async () => {
    const id = await ready();
    const givenUp = await started('kasko', kasko);
    expect((await on.call('DELETE', `${on.base}/${givenUp}`)).status).toBe(200);
    const nothing = { needs: null, documentsReadAt: null, firstDay: null, bought: null, ipid: null };
    expect(await on.row(givenUp)).toMatchObject({ ...nothing, state: 'givenUp', insured: null, answers: {} });
    expect(await on.read(givenUp)).toMatchObject({ state: 'givenUp', answers: [], insured: null });
    expect((await on.save(givenUp, { step: 'documents', read: true })).body.errorCode).toBe('purchaseOver');
    const shown = await shownOf(id);
    const [job] = feature.jobs;
    on.clock.set('2026-12-21T23:59:00Z');
    await job.run(on.api.services);
    expect((await on.read(id)).state).toBe('open');
    await on.save(id, { step: 'start', firstDay: '2026-12-24' });
    // The last day is over, whether the nightly job has run or not.
    on.clock.set('2026-12-22T00:01:00Z');
    expect((await on.read(id)).state).toBe('ended');
    expect((await on.save(id, { step: 'documents', read: true })).body.errorCode).toBe('purchaseOver');
    expect((await on.buy(id, shown)).body.errorCode).toBe('purchaseOver');
    await job.run(on.api.services);
    expect(await on.row(id)).toMatchObject({ ...nothing, state: 'ended', insured: null, answers: {} });
    const ended = { action: 'purchase.goOn', details: { event: 'ended', state: 'ended' } };
    expect(await on.audited(id)).toMatchObject([ended]);
    expect((await on.buy(id, shown)).body.errorCode).toBe('purchaseOver');
  });

  test('RIGHT-1: a bought policy can be withdrawn from on the day that it is bought', async () => {
    const id = await ready('home', home, { start: { firstDay: '2026-11-21' } });
    await on.buy(id, await shownOf(id));
    const { policy } = await on.read(id);
    const sent = await on.call('POST', '/api/policy/v1/requests', {
      body: { kind: 'withdraw', policyId: policy?.id },
    });
    expect(sent.body).toMatchObject({ request: { kind: 'withdraw', state: 'accepted' } });
  });

  test('ROLE-6: staff find a customer by the number of a purchase', async () => {
    const id = await started();
    const number = (await on.row(id))?.number ?? '';
    const { body } = await on.call('GET', `/api/staff/v1/find?q=${number.toLowerCase()}`, { as: 'staff' });
    expect(body.customers).toMatchObject([{ id: 'anna', by: 'purchase' }]);
  });
});
