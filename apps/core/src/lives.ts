import { standing } from '@hofn/insurance/policy-life.ts';
import type { PolicyVersion, PremiumCharge } from './bookkeeping/life.ts';

/** Versions and charges of policies, in the order in which they were added. */
export type Lives = { versions: readonly PolicyVersion[]; charges: readonly PremiumCharge[] };

const grouped = <Row extends { policy: string }>(rows: readonly Row[]): Map<string, Row[]> =>
  Map.groupBy(rows, ({ policy }) => policy);

/**
 * The versions of a book's policies and what they were charged: only added.
 * @param stored those that the store has
 * @param first those that it gets for policies that had none
 */
export const keepLives = (stored: Lives, first: Lives) => {
  const versions = grouped([...stored.versions, ...first.versions]);
  const charges = grouped([...stored.charges, ...first.charges]);
  const added = { versions: [...first.versions], charges: [...first.charges] };

  return {
    versions: (policy: string): readonly PolicyVersion[] => versions.get(policy) ?? [],
    charges: (policy: string): readonly PremiumCharge[] => charges.get(policy) ?? [],
    addVersion: (version: PolicyVersion): void => {
      versions.set(version.policy, [...(versions.get(version.policy) ?? []), version]);
      added.versions.push(version);
    },
    addCharge: (charge: PremiumCharge): void => {
      charges.set(charge.policy, [...(charges.get(charge.policy) ?? []), charge]);
      added.charges.push(charge);
    },
    /** What the store does not have yet. */
    added: (): Lives => added,
    /** Remembers what there is. @returns gives what was added since then */
    remember: (): (() => Lives) => {
      const [version, charge] = [added.versions.length, added.charges.length];
      return () => ({ versions: added.versions.slice(version), charges: added.charges.slice(charge) });
    },
    /** Whether a request was accepted, and stands. */
    hasAccepted: (request: string): boolean =>
      [...versions.values()].some((all) => standing(all).some((version) => version.request === request)),
  };
};
