import { defineFeature } from '../feature.ts';
import { contentHandlers } from './routes.ts';

/** Published content, read from the content service. */
export const content = defineFeature({
  name: 'content',
  handlers: contentHandlers,
  personalData: {
    leftOut: {
      content_audit: 'staff',
      content_documents: 'nobodys',
      content_drafts: 'nobodys',
      content_masters: 'nobodys',
      content_published: 'nobodys',
      content_releases: 'nobodys',
      content_versions: 'nobodys',
    },
  },
});
