import { type PortalMenu, portalMenuOf } from '../content/portal-menu.ts';
import type { Site } from '../content/site.ts';
import { useUser } from '../session/index.ts';

/** The portal's menu for the subject; until it is known, for persons, who are the majority. */
export const usePortalMenu = ({ menu }: Site): PortalMenu =>
  portalMenuOf(menu, useUser().data?.currentProxyUser.isCompany ? 'company' : 'person');
