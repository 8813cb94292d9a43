import { EidUnavailable } from '@hofn/service/eid.ts';
import type { Certificate } from 'pkijs';
import { RevokedCertificate } from './cms.ts';
import { readCrl } from './crl.ts';
import { askOcsp, readOcsp } from './ocsp.ts';
import { createDownload, type Download, sourcesOf } from './revocation-sources.ts';
import type { CertificateStatus } from './revocation-status.ts';

/** What proves later that a chain was valid, each in DER: certificates, OCSP responses and revocation lists. */
export type ValidationData = { certificates: Uint8Array[]; ocspResponses: Uint8Array[]; crls: Uint8Array[] };

/** Checks that no certificate of a chain is revoked. */
export type RevocationCheck = {
  /**
   * @param chain from a signer's certificate up to a trusted one
   * @throws RevokedCertificate when one is revoked or unknown to its authority
   * @throws EidUnavailable when that could not be found out
   */
  check(chain: readonly Certificate[], now: Date): Promise<ValidationData>;
};

const maxOcspBytes = 100_000;
const maxCrlBytes = 1_000_000;

type Link = { certificate: Certificate; issuer: Certificate; isAuthority: boolean };
type Found = { status: CertificateStatus } & ValidationData;

const derOf = (certificate: Certificate): Uint8Array => Buffer.from(certificate.toSchema().toBER());

const byOcsp = async (url: string, link: Link, now: Date, download: Download): Promise<Found> => {
  const question = await askOcsp(link.certificate, link.issuer);
  const der = await download(url, {
    maxBytes: maxOcspBytes,
    method: 'POST',
    headers: { 'content-type': 'application/ocsp-request' },
    body: question.der,
  });
  const { status, responder } = await readOcsp(question, der, now);
  return { status, certificates: [derOf(responder)], ocspResponses: [der], crls: [] };
};

const byCrl = async (url: string, link: Link, now: Date, download: Download): Promise<Found> => {
  const der = await download(url, { maxBytes: maxCrlBytes });
  return { status: await readCrl(der, link, now), certificates: [], ocspResponses: [], crls: [der] };
};

/** Asks one source after another until one gives a valid answer. */
const statusOf = async (link: Link, now: Date, download: Download): Promise<Found> => {
  const { ocsp, crl } = sourcesOf(link.certificate);
  const sources = [
    ...ocsp.map((url) => () => byOcsp(url, link, now, download)),
    ...crl.map((url) => () => byCrl(url, link, now, download)),
  ];
  if (sources.length === 0) throw new RevokedCertificate('no address at which to ask about a certificate');
  const failures: string[] = [];
  for (const source of sources) {
    try {
      return await source();
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new EidUnavailable(`status of a certificate not available: ${failures.join('; ')}`);
};

/**
 * Checks revocation by OCSP (RFC 6960) and, where that fails, by revocation lists (RFC 5280).
 * @param settings `hosts` that may be asked, with their ports, and the time for a whole chain
 */
export const httpRevocation = (settings: {
  timeoutMs: number;
  hosts: () => Promise<ReadonlySet<string>>;
}): RevocationCheck => ({
  check: async (chain, now) => {
    const hosts = await settings.hosts();
    const download = createDownload({ hosts, signal: AbortSignal.timeout(settings.timeoutMs) });
    // The last one is trusted by itself.
    const links = chain.slice(0, -1).flatMap((certificate, n): Link[] => {
      const issuer = chain[n + 1];
      return issuer ? [{ certificate, issuer, isAuthority: n > 0 }] : [];
    });
    const found = await Promise.all(links.map((link) => statusOf(link, now, download)));
    const bad = found.find(({ status }) => status !== 'good');
    if (bad) throw new RevokedCertificate(`a certificate of the chain is ${bad.status}`);
    return {
      certificates: [...chain.map(derOf), ...found.flatMap(({ certificates }) => certificates)],
      ocspResponses: found.flatMap(({ ocspResponses }) => ocspResponses),
      crls: found.flatMap(({ crls }) => crls),
    };
  },
});
