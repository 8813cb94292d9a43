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
import type { Identity } from './certify.ts';

export const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampInfo: '1.2.840.113549.1.9.16.1.4',
} as const;

/** The signed content: embedded, or detached with only its hash. */
type SignedContent = { type: string; sha256: Uint8Array; content?: Uint8Array };

const attribute = (type: string, value: ObjectIdentifier | OctetString | Sequence): Attribute =>
  new Attribute({ type, values: [value] });

/**
 * Creates a CAdES signature (EN 319 122): the signed attributes include the certificate's hash, so that it cannot be
 * substituted. Signing time is left out, since a PDF has it elsewhere.
 * @returns ContentInfo with SignedData
 */
export const signCms = async (
  { type, sha256, content }: SignedContent,
  signer: Identity,
  certificates: readonly Certificate[],
): Promise<ContentInfo> => {
  const certificateHash = hash('sha256', Buffer.from(signer.certificate.toSchema().toBER()), 'buffer');
  const encapContentInfo = new EncapsulatedContentInfo({ eContentType: type });
  // Passed to the constructor it would become a constructed OCTET STRING, which DER forbids.
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
        // DER order of a SET: shorter encodings first.
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
