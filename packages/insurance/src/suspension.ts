/** How much of a product's yearly premium is earned while it is suspended, in percent, and why. */
type SuspensionRow = { product: string; percent: number; source: string };

/**
 * The price list for suspensions. Insurance of driving earns nothing while nobody may drive; comprehensive insurance still
 * covers fire, theft and storm where the vehicle is parked. A suspension keeps the percentage with which it began.
 */
export const suspensionTariff: readonly SuspensionRow[] = [
  { product: 'motor-liability', percent: 0, source: 'Act 30/2019: no duty to insure off the road' },
  { product: 'okuvisir', percent: 0, source: 'Act 30/2019: no duty to insure off the road' },
  { product: 'kasko', percent: 25, source: 'Price list of the demo, for covers of a parked vehicle' },
];

/** What a suspension leaves of a product's premium, in percent. A product without a row keeps its whole premium. */
export const suspendedPercentOf = (product: string): number =>
  suspensionTariff.find((row) => row.product === product)?.percent ?? 100;

/** The first day on which a suspension that is resumed is over: one that has not begun is taken back. */
export const resumedFrom = (wanted: string, suspendedOn: string): string =>
  wanted > suspendedOn ? wanted : suspendedOn;
