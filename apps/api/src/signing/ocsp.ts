import { hash, randomBytes } from 'node:crypto';
import { OctetString } from 'asn1js';
import {
  BasicOCSPResponse,
  CertID,
  type Certificate,
  Extension,
  ExtKeyUsage,
  getCrypto,
  OCSPRequest,
  OCSPResponse,
  RelativeDistinguishedNames,
} from 'pkijs';
import { type CertificateStatus, expectCurrent } from './revocation-status.ts';

const oid = {
  basicResponse: '1.3.6.1.5.5.7.48.1.1',
  nonce: '1.3.6.1.5.5.7.48.1.2',
  noCheck: '1.3.6.1.5.5.7.48.1.5',
  extendedKeyUsage: '2.5.29.37',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
} as const;
const successful = 0;
/** Tags of CertStatus (RFC 6960, 4.2.1). */
const statuses: readonly CertificateStatus[] = ['good', 'revoked', 'unknown'];
/** The only hash that every responder knows (RFC 5019). */
const certIdHash = { hashAlgorithm: 'SHA-1' } as const;

/** A question about one certificate: the request in DER, and what is needed to read the response. */
export type OcspQuestion = { der: ArrayBuffer; id: CertID; nonce: Uint8Array; issuer: Certificate };

/** Asks for the status of a certificate. */
export const askOcsp = async (certificate: Certificate, issuer: Certificate): Promise<OcspQuestion> => {
  const id = new CertID();
  await id.createForCertificate(certificate, { ...certIdHash, issuerCertificate: issuer });
  const nonce = new OctetString({ valueHex: randomBytes(16) }).toBER();
  const request = new OCSPRequest();
  await request.createForCertificate(certificate, { ...certIdHash, issuerCertificate: issuer });
  request.tbsRequest.requestExtensions = [new Extension({ extnID: oid.nonce, extnValue: nonce })];
  return { der: request.toSchema(true).toBER(), id, nonce: Buffer.from(nonce), issuer };
};

/** Whether the issuer has appointed a certificate to answer for it, and vouches for it as long as it is valid. */
const mayAnswerFor = async (issuer: Certificate, responder: Certificate, now: Date): Promise<boolean> => {
  const { extensions = [], notBefore, notAfter } = responder;
  const usage = extensions.find(({ extnID }) => extnID === oid.extendedKeyUsage)?.parsedValue;
  return (
    responder.issuer.isEqual(issuer.subject) &&
    usage instanceof ExtKeyUsage &&
    usage.keyPurposes.includes(oid.ocspSigning) &&
    extensions.some(({ extnID }) => extnID === oid.noCheck) &&
    notBefore.value <= now &&
    now <= notAfter.value &&
    (await responder.verify(issuer))
  );
};

const isNamedBy = (responderId: unknown, { subject, subjectPublicKeyInfo }: Certificate): boolean => {
  if (responderId instanceof RelativeDistinguishedNames) return subject.isEqual(responderId);
  if (!(responderId instanceof OctetString)) return false;
  const keyHash = hash('sha1', subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView, 'buffer');
  return keyHash.equals(responderId.valueBlock.valueHexView);
};

/** The certificate that signed a response: the issuer itself, or a responder it has appointed. */
const signerOf = async (response: BasicOCSPResponse, issuer: Certificate, now: Date) => {
  const { tbsResponseData, certs = [], signature, signatureAlgorithm } = response;
  for (const candidate of [issuer, ...certs.slice(0, 5)]) {
    if (!isNamedBy(tbsResponseData.responderID, candidate)) continue;
    if (candidate !== issuer && !(await mayAnswerFor(issuer, candidate, now))) continue;
    const { subjectPublicKeyInfo: key } = candidate;
    const data = Uint8Array.from(tbsResponseData.tbsView);
    if (await getCrypto(true).verifyWithPublicKey(data, signature, key, signatureAlgorithm)) return candidate;
  }
  throw new Error('signed by nobody who may');
};

/**
 * Reads the response to a question.
 * @returns the status, and the certificate of the responder
 * @throws Error when there is no response, or it is invalid, outdated or about another certificate
 */
export const readOcsp = async (
  { id, nonce, issuer }: Omit<OcspQuestion, 'der'>,
  der: Uint8Array,
  now: Date,
): Promise<{ status: CertificateStatus; responder: Certificate }> => {
  const { responseStatus, responseBytes } = OCSPResponse.fromBER(Uint8Array.from(der));
  const status = responseStatus.valueBlock.valueDec;
  if (status !== successful || responseBytes?.responseType !== oid.basicResponse)
    throw new Error(`no OCSP answer, status ${status}`);
  const response = BasicOCSPResponse.fromBER(Uint8Array.from(responseBytes.response.valueBlock.valueHexView));
  const responder = await signerOf(response, issuer, now);
  const { responses, responseExtensions = [] } = response.tbsResponseData;
  // Responders that answer from a store send none; then the times alone must do.
  const echoed = responseExtensions.find(({ extnID }) => extnID === oid.nonce)?.extnValue;
  if (echoed && !Buffer.from(echoed.valueBlock.valueHexView).equals(nonce)) throw new Error('another nonce');
  const single = responses.find(({ certID }) => certID.isEqual(id));
  if (!single) throw new Error('about another certificate');
  expectCurrent({ thisUpdate: single.thisUpdate, nextUpdate: single.nextUpdate }, now);
  return { status: statuses[single.certStatus.idBlock.tagNumber] ?? 'unknown', responder };
};
