import type { Purchase } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { parsePlate } from '@hofn/domain/plate.ts';
import { motorInsurance } from '@hofn/domain/policy-requests.ts';
import { isPriced } from '@hofn/domain/price-form.ts';
import { insuredThing } from '@hofn/domain/purchase.ts';
import { dayOfInstant, foldForSearch, type Language } from '@hofn/texts';
import type { Customer } from '../platform/authorization.ts';
import { Fault } from '../platform/fault.ts';
import { createPurchaseStore, type PurchaseRow } from './store.ts';

type Policies = Purchase['existing'];
type OwnPolicy = Awaited<ReturnType<ReturnType<typeof createPurchaseStore>['ownPolicies']>>[number];

/** @throws Fault `notSoldOnline` */
export const thingOf = (product: string) => {
  const thing = isPriced(product) ? insuredThing(product) : undefined;
  if (!thing) throw new Fault('notSoldOnline');
  return thing;
};

const isOfVehicle = ({ facts }: Pick<OwnPolicy, 'facts'>, plate: string): boolean =>
  typeof facts?.plate === 'string' && parsePlate(facts.plate) === plate;

/** Whether a policy insures what a purchase is about. */
const isOfSame = (policy: OwnPolicy, { productId, insured }: PurchaseRow): boolean => {
  const thing = thingOf(productId);
  if (thing === 'vehicle')
    return (
      insured?.plate !== undefined && isOfVehicle(policy, insured.plate) && isSameKind(policy, productId)
    );
  if (policy.product !== productId) return false;
  if (thing === 'self') return true;
  const { address } = policy.facts ?? {};
  return (
    typeof address === 'string' && foldForSearch(address).startsWith(foldForSearch(insured?.address ?? '-'))
  );
};

/** Compulsory motor insurance comes as two products, of which a vehicle has one. */
const isSameKind = ({ product }: OwnPolicy, bought: string): boolean =>
  product === bought || (motorInsurance.has(product) && motorInsurance.has(bought));

const unique = (rows: readonly OwnPolicy[]): Policies => [
  ...new Map(
    rows.map(({ id, number, name, validTo }) => [id, { id, number, name, validTo }] as const),
  ).values(),
];

/** Creates what finds the policies of the same thing, and whether the law forbids a second one (rule BUY-6). */
export const createExisting = ({ clock }: { clock: Clock }) => {
  const today = () => dayOfInstant(clock.now());

  return async (
    db: Db,
    subject: Customer,
    purchase: PurchaseRow,
    language: Language,
  ): Promise<{ existing: Policies; doubles: boolean }> => {
    const store = createPurchaseStore(db);
    const same = (await store.ownPolicies(subject, language, today())).filter(
      (policy) => policy.id !== null && isOfSame(policy, purchase),
    );
    const plate = purchase.insured?.plate;
    if (plate === undefined || !motorInsurance.has(purchase.productId))
      return { existing: unique(same), doubles: false };
    const from = purchase.firstDay ?? today();
    const overlaps = same.some(({ validTo, renews }) => renews || validTo >= from);
    const underWay = (await store.othersUnderWay(subject, purchase.id)).some(
      (other) => other.insured?.plate === plate && motorInsurance.has(other.productId),
    );
    return {
      existing: unique(same),
      doubles:
        overlaps || underWay || (await store.isInsuredByOthers(subject, plate, { today: today(), from })),
    };
  };
};
export type Existing = ReturnType<typeof createExisting>;
