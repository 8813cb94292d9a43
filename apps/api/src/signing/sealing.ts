import type { Clock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import { type EidService, EidUnavailable } from '@hofn/service/eid.ts';
import type { Certificate } from 'pkijs';
import { eidUnavailableFault } from './calls.ts';
import { BadSignature, checkSignature, RevokedCertificate, signatureOf, withStamp } from './cms.ts';
import { type Prepared, signedBytes, withSignature } from './pdf.ts';
import type { RevocationCheck } from './revocation.ts';
import type { TimeStamps } from './stamps.ts';
import { withValidationData } from './validation-data.ts';

/** Collects signatures from the electronic ID service, and puts them into the PDF, with a time stamp and validation data. */
export const createSealing = (parts: {
  clock: Clock;
  logger: Logger;
  eid: EidService;
  stamps: TimeStamps;
  revocation: RevocationCheck;
  /** Authorities whose certificates are accepted. */
  trusted: () => Promise<Certificate[]>;
}) => {
  const { clock, logger, eid, stamps, revocation, trusted } = parts;

  /** Fetches what the phone signed. @throws Fault `eidSilent` when there is no valid signature */
  const collect = async (prepared: Prepared, reference: string) => {
    try {
      const { ssn, cms } = await eid.collect(reference);
      const { signer } = await checkSignature(cms, signedBytes(prepared), await trusted(), clock.now());
      if (signer.ssn !== ssn) throw new BadSignature('the service says it is another’s');
      return { signer, cms };
    } catch (error) {
      if (!(error instanceof EidUnavailable)) logger.error({ err: error }, 'signature not taken');
      throw eidUnavailableFault(error);
    }
  };

  /** Checks the chain of a time stamp; a revoked authority is ours to replace, not the signer's fault. */
  const checkStamper = (chain: readonly Certificate[]) =>
    revocation.check(chain, clock.now()).catch((error: unknown) => {
      if (!(error instanceof RevokedCertificate)) throw error;
      logger.error({ err: error }, 'time stamp not taken');
      throw new EidUnavailable('the time stamp authority’s certificate is revoked', { cause: error });
    });

  /**
   * The document with signature, stamp and validation data, and when it was stamped.
   * @throws RevokedCertificate when the signer's certificate, or one that it depends on, is revoked
   * @throws Fault `eidSilent` when there is no time stamp, or the status of a certificate is not available
   */
  const seal = async (prepared: Prepared, cms: Uint8Array) => {
    try {
      const { token, at, chain: stampChain } = await stamps.stamp(signatureOf(cms), clock.now());
      const whole = withStamp(cms, token);
      // Check the bytes that will be stored, not the parts they were put together from.
      const { chain } = await checkSignature(whole, signedBytes(prepared), await trusted(), at);
      // Asked after the stamp: that the certificate is not revoked now proves that it was not when it was stamped.
      const data = await Promise.all([revocation.check(chain, clock.now()), checkStamper(stampChain)]);
      const signed = withSignature(prepared, whole);
      return { content: withValidationData(signed, prepared.revision, data), at };
    } catch (error) {
      if (!(error instanceof EidUnavailable)) throw error;
      logger.warn({ err: error }, 'signature not finished');
      throw eidUnavailableFault(error);
    }
  };

  return { collect, seal };
};
