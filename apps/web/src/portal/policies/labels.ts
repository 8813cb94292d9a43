import type { PolicyGroup } from '@hofn/contracts';
import type { IconName } from '@hofn/ui';

/** Text key of each group's name. */
export const groupKey = {
  vehicles: 'overview|groupVehicles',
  home: 'overview|groupHome',
  persons: 'overview|groupPersons',
  travel: 'overview|groupTravel',
  business: 'overview|groupBusiness',
} as const satisfies Record<PolicyGroup, string>;

export const groupIcon: Record<PolicyGroup, IconName> = {
  vehicles: 'car',
  home: 'house',
  persons: 'family',
  travel: 'bag',
  business: 'staff',
};
