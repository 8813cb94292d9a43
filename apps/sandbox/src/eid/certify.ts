import { hash, randomBytes } from 'node:crypto';
import {
  BitString,
  fromBER,
  Integer,
  Null,
  OctetString,
  PrintableString,
  Sequence,
  Set as SetOf,
  Utf8String,
} from 'asn1js';
import {
  AccessDescription,
  AttributeTypeAndValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  CRLDistributionPoints,
  DistributionPoint,
  Extension,
  ExtKeyUsage,
  GeneralName,
  InfoAccess,
  RelativeDistinguishedNames,
} from 'pkijs';

/** A certificate with its private key. */
export type Identity = { certificate: Certificate; key: CryptoKey };

const { subtle } = globalThis.crypto;
/** The kind of every key. */
export const keyAlgorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const newKey = () => subtle.generateKey(keyAlgorithm, true, ['sign', 'verify']);

const oid = {
  commonName: '2.5.4.3',
  serialNumber: '2.5.4.5',
  country: '2.5.4.6',
  organisation: '2.5.4.10',
  keyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  authorityInfoAccess: '1.3.6.1.5.5.7.1.1',
  ocsp: '1.3.6.1.5.5.7.48.1',
  distributionPoints: '2.5.29.31',
  noCheck: '1.3.6.1.5.5.7.48.1.5',
} as const;

/** Purposes of certificates (RFC 5280, 4.2.1.12). */
export const purposes = { timeStamping: '1.3.6.1.5.5.7.3.8', ocspSigning: '1.3.6.1.5.5.7.3.9' } as const;

/** Key usage bits (RFC 5280, 4.2.1.3). */
const usages = {
  keyCertSign: { bits: 0b0000_0110, unused: 1 },
  nonRepudiation: { bits: 0b0100_0000, unused: 6 },
  digitalSignature: { bits: 0b1000_0000, unused: 7 },
} as const;

type CertificateRequest = {
  subject: Partial<Record<'commonName' | 'serialNumber', string>>;
  usage: keyof typeof usages;
  years: number;
  purpose?: keyof typeof purposes;
  /** Where the certificate's status can be found; without it nobody can ask. */
  status?: { ocsp: string; crl: string };
};

const extension = (extnID: string, critical: boolean, value: { toBER(): ArrayBuffer }): Extension =>
  new Extension({ extnID, critical, extnValue: value.toBER() });

/** SHA-1 of a certificate's public key, by which other structures name it. */
export const keyIdentifierOf = (certificate: Certificate): Buffer =>
  hash('sha1', certificate.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView, 'buffer');

/** A distinguished name with one attribute per RDN, as usual; the library would put all into one RDN. */
const nameOf = (
  parts: Partial<Record<'country' | 'organisation' | keyof CertificateRequest['subject'], string>>,
) => {
  const sets = Object.entries(parts).map(([part, value]) => {
    const type = oid[part as keyof typeof parts];
    // X.520 requires PrintableString for countries.
    const text = part === 'country' ? new PrintableString({ value }) : new Utf8String({ value });
    return new SetOf({ value: [new AttributeTypeAndValue({ type, value: text }).toSchema()] });
  });
  return new RelativeDistinguishedNames({ schema: fromBER(new Sequence({ value: sets }).toBER()).result });
};

const uri = (value: string) => new GeneralName({ type: 6, value });

const statusExtensions = ({ ocsp, crl }: { ocsp: string; crl: string }): Extension[] => [
  extension(
    oid.authorityInfoAccess,
    false,
    new InfoAccess({
      accessDescriptions: [new AccessDescription({ accessMethod: oid.ocsp, accessLocation: uri(ocsp) })],
    }).toSchema(),
  ),
  extension(
    oid.distributionPoints,
    false,
    new CRLDistributionPoints({
      distributionPoints: [new DistributionPoint({ distributionPoint: [uri(crl)] })],
    }).toSchema(),
  ),
];

/** Creates a key and its certificate, signed by `issuer` or self-signed. */
export const certify = async (
  request: CertificateRequest,
  issuer: Identity | undefined,
  now: Date,
): Promise<Identity> => {
  const { subject, usage, years, purpose, status } = request;
  const { privateKey, publicKey } = await newKey();
  const certificate = new Certificate();
  certificate.version = 2;
  // The leading 1 keeps it positive and non-zero.
  certificate.serialNumber = new Integer({ valueHex: Buffer.concat([Buffer.from([1]), randomBytes(15)]) });
  certificate.subject = nameOf({ country: 'IS', organisation: 'Höfn prufukerfi', ...subject });
  certificate.issuer = issuer ? issuer.certificate.subject : certificate.subject;
  // Tolerate verifiers whose clock is slightly behind.
  certificate.notBefore.value = new Date(now.getTime() - 3_600_000);
  certificate.notAfter.value = new Date(Date.UTC(now.getUTCFullYear() + years, 0, 1));
  await certificate.subjectPublicKeyInfo.importKey(publicKey);
  const { bits, unused } = usages[usage];
  const issuerKeyId = keyIdentifierOf(issuer?.certificate ?? certificate);
  certificate.extensions = [
    extension(oid.basicConstraints, true, new BasicConstraints({ cA: usage === 'keyCertSign' }).toSchema()),
    extension(oid.keyUsage, true, new BitString({ valueHex: Uint8Array.of(bits), unusedBits: unused })),
    extension(oid.keyIdentifier, false, new OctetString({ valueHex: keyIdentifierOf(certificate) })),
    extension(
      oid.authorityKeyIdentifier,
      false,
      new AuthorityKeyIdentifier({ keyIdentifier: new OctetString({ valueHex: issuerKeyId }) }).toSchema(),
    ),
    ...(purpose
      ? [
          extension(
            oid.extendedKeyUsage,
            true,
            new ExtKeyUsage({ keyPurposes: [purposes[purpose]] }).toSchema(),
          ),
        ]
      : []),
    // Otherwise somebody would have to vouch for the certificate that vouches for others.
    ...(purpose === 'ocspSigning' ? [extension(oid.noCheck, false, new Null())] : []),
    ...(status ? statusExtensions(status) : []),
  ];
  await certificate.sign(issuer?.key ?? privateKey, 'SHA-256');
  return { certificate, key: privateKey };
};
