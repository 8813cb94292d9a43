import type { Logger } from '@hofn/service';
import { z } from 'zod';
import type { NationalRegister } from '../platform/kennitala.ts';
import { type PartnerService, postToPartner } from '../platform/partner-http.ts';

const lookUp = z.object({ found: z.boolean() });

/** A register over HTTP: `POST lookups` with `{ssn}` returns `{found}`. The kennitala is in no URL, so in no log. */
export const httpRegister = ({
  logger,
  ...service
}: PartnerService & { logger: Logger }): NationalRegister => ({
  find: async (ssn) => {
    try {
      return lookUp.parse(await postToPartner(service, 'lookups', { ssn })).found ? 'found' : 'notFound';
    } catch (error) {
      logger.warn({ err: error }, 'the national register did not answer');
      return 'unknown';
    }
  },
});
