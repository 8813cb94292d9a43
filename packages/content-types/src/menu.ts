import { defineType, group, select, text } from './field.ts';
import { keyed, pageLink } from './parts.ts';

const required = { required: true } as const;
const audienceField = { audience: select(['person', 'company']) };

/** The menus of the site by layer, and of the portal. */
export const menu = defineType({
  id: 'menu',
  label: 'Menu',
  single: true,
  fields: {
    top: group({ ...pageLink, id: text(required) }, required),
    middle: keyed({
      id: text(required),
      ...pageLink,
      items: group({ ...pageLink, items: group(pageLink) }),
    }),
    links: keyed({ ...pageLink, icon: text() }),
    portal: group({ ...pageLink, ...audienceField }),
    portalSub: keyed({ ...pageLink, ...audienceField }),
  },
});
