import { hash } from 'node:crypto';
import { ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import type { Certificate } from 'pkijs';
import {
  Attribute,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';
import type { Identity } from './authority.ts';

export const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampInfo: '1.2.840.113549.1.9.16.1.4',
} as const;

/** What a signature is about: content that is within it, or content elsewhere of which there is only the hash. */
type Signed = { type: string; sha256: Uint8Array; content?: Uint8Array };

const attribute = (type: string, value: ObjectIdentifier | OctetString | Sequence): Attribute =>
  new Attribute({ type, values: [value] });

/**
 * Signs as CAdES asks (EN 319 122): the certificate is among what is signed, by its hash, so that no other can be put in
 * its place. The time is not, which a PDF says elsewhere.
 * @returns ContentInfo with SignedData
 */
export const signCms = async (
  { type, sha256, content }: Signed,
  signer: Identity,
  certificates: readonly Certificate[],
): Promise<ContentInfo> => {
  const certificateHash = hash('sha256', Buffer.from(signer.certificate.toSchema().toBER()), 'buffer');
  const encapContentInfo = new EncapsulatedContentInfo({ eContentType: type });
  // Given to the constructor it would become a string of parts, which DER does not have.
  if (content) encapContentInfo.eContent = new OctetString({ valueHex: content });
  const signed = new SignedData({
    version: content ? 3 : 1,
    encapContentInfo,
    certificates: [...certificates],
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({
          issuer: signer.certificate.issuer,
          serialNumber: signer.certificate.serialNumber,
        }),
        // In the order that DER gives a set: the shorter encoding first.
        signedAttrs: new SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            attribute(oid.contentType, new ObjectIdentifier({ value: type })),
            attribute(oid.messageDigest, new OctetString({ valueHex: sha256 })),
            attribute(
              oid.signingCertificateV2,
              new Sequence({
                value: [
                  new Sequence({
                    value: [new Sequence({ value: [new OctetString({ valueHex: certificateHash })] })],
                  }),
                ],
              }),
            ),
          ],
        }),
      }),
    ],
  });
  await signed.sign(signer.key, 0, 'SHA-256');
  return new ContentInfo({ contentType: oid.signedData, content: signed.toSchema(true) });
};
