import { defineFeature } from '../feature.ts';
import { signingMails } from './mails.ts';
import { createSigningNotices } from './notices.ts';
import { signingData } from './personal-data.ts';
import { signingHandlers } from './routes.ts';
import { createSigning } from './services.ts';
import { openUnsignableCases } from './unsignable.ts';
import { signingWorkItem } from './work-item.ts';

/** Documents that customers sign with an electronic ID. */
export const signing = defineFeature({
  name: 'signing',
  handlers: (services) => signingHandlers({ ...services, ...createSigning(services) }),
  mails: signingMails,
  jobs: [
    { name: 'signing.tell', at: '20 8 * * *', run: (services) => createSigningNotices(services).tell() },
    { name: 'signing.findUnsignable', at: '35 3 * * *', run: openUnsignableCases },
    { name: 'signings.forget', at: '29 3 * * *', run: (services) => createSigningNotices(services).forget() },
  ],
  workItems: ({ db }) => ({ signing: signingWorkItem(db) }),
  personalData: signingData,
});
