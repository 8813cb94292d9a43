import type { Clock } from '@hofn/domain/clock.ts';
import { Constructed, Enumerated, fromBER, GeneralizedTime, OctetString, Primitive } from 'asn1js';
import {
  BasicOCSPResponse,
  type CertID,
  type Certificate,
  CertificateRevocationList,
  OCSPRequest,
  OCSPResponse,
  ResponseBytes,
  ResponseData,
  RevokedCertificate,
  SingleResponse,
  Time,
} from 'pkijs';
import type { Branch } from './authority.ts';
import { keyIdentifierOf } from './certify.ts';

const oid = { basicResponse: '1.3.6.1.5.5.7.48.1.1', nonce: '1.3.6.1.5.5.7.48.1.2' } as const;
/** OCSPResponseStatus (RFC 6960, 4.2.1). */
const responseStatus = { successful: 0, malformedRequest: 1, unauthorized: 6 } as const;
/** Tags of CertStatus. */
const certStatus = { good: 0, revoked: 1, unknown: 2 } as const;
const validMs = 3_600_000;

/** Without fractions of a second, which these structures may not have. */
const wholeSeconds = (at: Date): Date => new Date(Math.floor(at.getTime() / 1000) * 1000);

const failure = (status: keyof typeof responseStatus) =>
  new OCSPResponse({ responseStatus: new Enumerated({ value: responseStatus[status] }) }).toSchema().toBER();

const context = (tagNumber: number) => ({ tagClass: 3, tagNumber });
const statusOf = (issued: { revokedAt: Date | undefined } | undefined) => {
  if (!issued) return new Primitive({ idBlock: context(certStatus.unknown) });
  if (!issued.revokedAt) return new Primitive({ idBlock: context(certStatus.good) });
  const at = new GeneralizedTime({ valueDate: wholeSeconds(issued.revokedAt) });
  return new Constructed({ idBlock: context(certStatus.revoked), value: [at] });
};

/** Whether an OCSP request is about certificates of this issuer, by the SHA-1 of its key. */
const isAbout = ({ issuerKeyHash }: CertID, issuer: Certificate): boolean =>
  keyIdentifierOf(issuer).equals(issuerKeyHash.valueBlock.valueHexView);

/** Answers whether the first certificate of an OCSP request (RFC 6960) is revoked. */
export const answerOcsp = async (der: Uint8Array, branch: Branch, clock: Clock): Promise<ArrayBuffer> => {
  let request: OCSPRequest;
  try {
    request = new OCSPRequest({ schema: fromBER(Uint8Array.from(der).buffer).result });
  } catch {
    return failure('malformedRequest');
  }
  const { requestList, requestExtensions = [] } = request.tbsRequest;
  const asked = requestList[0]?.reqCert;
  if (!asked) return failure('malformedRequest');
  for (const name of ['root', 'issuer'] as const) {
    if (!isAbout(asked, branch.authorities[name].certificate)) continue;
    const issued = (await branch.issuedBy(name)).find(({ certificate }) =>
      certificate.serialNumber.isEqual(asked.serialNumber),
    );
    const now = wholeSeconds(clock.now());
    const responder = branch.responders[name];
    const response = new BasicOCSPResponse({
      tbsResponseData: new ResponseData({
        responderID: new OctetString({ valueHex: keyIdentifierOf(responder.certificate) }),
        producedAt: now,
        responses: [
          new SingleResponse({
            certID: asked,
            certStatus: statusOf(issued),
            thisUpdate: now,
            nextUpdate: new Date(now.getTime() + validMs),
          }),
        ],
        responseExtensions: requestExtensions.filter(({ extnID }) => extnID === oid.nonce),
      }),
      certs: [responder.certificate],
    });
    await response.sign(responder.key, 'SHA-256');
    return new OCSPResponse({
      responseStatus: new Enumerated({ value: responseStatus.successful }),
      responseBytes: new ResponseBytes({
        responseType: oid.basicResponse,
        response: new OctetString({ valueHex: response.toSchema().toBER() }),
      }),
    })
      .toSchema()
      .toBER();
  }
  return failure('unauthorized');
};

/** The revocation list of an authority (RFC 5280, 5). */
export const writeCrl = async (
  name: keyof Branch['authorities'],
  branch: Branch,
  clock: Clock,
): Promise<ArrayBuffer> => {
  const { certificate, key } = branch.authorities[name];
  const now = wholeSeconds(clock.now());
  const revokedCertificates = (await branch.issuedBy(name)).flatMap(({ certificate: issued, revokedAt }) =>
    revokedAt
      ? [
          new RevokedCertificate({
            userCertificate: issued.serialNumber,
            revocationDate: new Time({ type: 0, value: wholeSeconds(revokedAt) }),
          }),
        ]
      : [],
  );
  const list = new CertificateRevocationList({
    version: 1,
    issuer: certificate.subject,
    thisUpdate: new Time({ type: 0, value: now }),
    nextUpdate: new Time({ type: 0, value: new Date(now.getTime() + validMs) }),
    ...(revokedCertificates.length > 0 && { revokedCertificates }),
  });
  await list.sign(key, 'SHA-256');
  return list.toSchema(true).toBER();
};
