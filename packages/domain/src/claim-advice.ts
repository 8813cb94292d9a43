import type { ClaimLine } from './claim-form.ts';

type Causes = Partial<Record<ClaimLine, readonly string[]>>;

const thefts: Causes = { vehicle: ['theft'], home: ['burglary', 'bicycle'], travel: ['theft'] };

/** Losses after which something is left that we may want to see. */
const damages: Causes = {
  vehicle: ['collision', 'singleVehicle', 'parked', 'vandalism', 'storm', 'fire', 'other'],
  windscreen: ['stone', 'crack', 'break', 'other'],
  home: ['water', 'storm', 'breakage', 'fire', 'other'],
  property: ['water', 'storm', 'fire', 'glass', 'snow', 'other'],
  travel: ['baggage'],
};

const some = (of: Causes, line: ClaimLine, causes: readonly string[]): boolean =>
  causes.some((cause) => of[line]?.includes(cause) ?? false);

/** Whether something was stolen, which must be reported to the police. */
export const hasTheft = (line: ClaimLine, causes: readonly string[]): boolean => some(thefts, line, causes);

/** Whether something was damaged, and should be kept until it has been seen. */
export const hasDamage = (line: ClaimLine, causes: readonly string[]): boolean => some(damages, line, causes);
