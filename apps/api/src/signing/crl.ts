import { type Certificate, CertificateRevocationList, IssuingDistributionPoint } from 'pkijs';
import { type CertificateStatus, expectCurrent } from './revocation-status.ts';

const issuingDistributionPoint = '2.5.29.28';

/** Whether a list covers all certificates of its issuer, or at least all of one kind. */
const covers = ({ crlExtensions }: CertificateRevocationList, isAuthority: boolean): boolean =>
  (crlExtensions?.extensions ?? []).every(({ extnID, critical, parsedValue }) => {
    // Such as a list of changes only.
    if (extnID !== issuingDistributionPoint) return !critical;
    if (!(parsedValue instanceof IssuingDistributionPoint)) return false;
    return (
      !parsedValue.indirectCRL &&
      !parsedValue.onlyContainsAttributeCerts &&
      parsedValue.onlySomeReasons === undefined &&
      !(isAuthority ? parsedValue.onlyContainsUserCerts : parsedValue.onlyContainsCACerts)
    );
  });

/**
 * Reads a certificate's status from a revocation list.
 * @throws Error when the list is invalid, outdated, or does not cover the certificate
 */
export const readCrl = async (
  der: Uint8Array,
  about: { certificate: Certificate; issuer: Certificate; isAuthority: boolean },
  now: Date,
): Promise<CertificateStatus> => {
  const { certificate, issuer, isAuthority } = about;
  const list = CertificateRevocationList.fromBER(Uint8Array.from(der));
  if (!(await list.verify({ issuerCertificate: issuer }))) throw new Error('not signed by the issuer');
  if (!covers(list, isAuthority)) throw new Error('does not cover the certificate');
  expectCurrent({ thisUpdate: list.thisUpdate.value, nextUpdate: list.nextUpdate?.value }, now);
  return list.isCertificateRevoked(certificate) ? 'revoked' : 'good';
};
