import type { Clock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import { type EidService, EidUnavailable } from '@hofn/service/eid.ts';
import type { Certificate } from 'pkijs';
import { eidUnavailableFault } from './calls.ts';
import { BadSignature, checkSignature, signatureOf, withStamp } from './cms.ts';
import { type Prepared, signedBytes, withSignature } from './pdf.ts';
import type { TimeStamps } from './stamps.ts';

/** Collects signatures from the electronic ID service, and puts them with a time stamp into the PDF. */
export const createSealing = (parts: {
  clock: Clock;
  logger: Logger;
  eid: EidService;
  stamps: TimeStamps;
  /** Authorities whose certificates are accepted. */
  trusted: () => Promise<Certificate[]>;
}) => {
  const { clock, logger, eid, stamps, trusted } = parts;

  /** Fetches what the phone signed. @throws Fault `eidSilent` when there is no valid signature */
  const collect = async (prepared: Prepared, reference: string) => {
    try {
      const { ssn, cms } = await eid.collect(reference);
      const signer = await checkSignature(cms, signedBytes(prepared), await trusted(), clock.now());
      if (signer.ssn !== ssn) throw new BadSignature('the service says it is another’s');
      return { signer, cms };
    } catch (error) {
      if (!(error instanceof EidUnavailable)) logger.error({ err: error }, 'signature not taken');
      throw eidUnavailableFault(error);
    }
  };

  /** The document with signature and stamp, and when it was stamped. */
  const seal = async (prepared: Prepared, cms: Uint8Array) => {
    try {
      const { token, at } = await stamps.stamp(signatureOf(cms), clock.now());
      const whole = withStamp(cms, token);
      // Check the bytes that will be stored, not the parts they were put together from.
      await checkSignature(whole, signedBytes(prepared), await trusted(), at);
      return { content: withSignature(prepared, whole), at };
    } catch (error) {
      if (error instanceof EidUnavailable) throw eidUnavailableFault(error);
      throw error;
    }
  };

  return { collect, seal };
};
