import { hash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@hofn/domain/clock.ts';
import {
  BitString,
  fromBER,
  Integer,
  OctetString,
  PrintableString,
  Sequence,
  Set as SetOf,
  Utf8String,
} from 'asn1js';
import {
  AttributeTypeAndValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  Extension,
  ExtKeyUsage,
  RelativeDistinguishedNames,
} from 'pkijs';

/** A certificate with its private key. */
export type Identity = { certificate: Certificate; key: CryptoKey };

/** A person with an electronic ID; `mobilePhone` has seven digits if the ID is on a SIM card. */
export type Person = { ssn: string; name: string; mobilePhone: string | null };

const { subtle } = globalThis.crypto;
const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const newKey = () => subtle.generateKey(algorithm, true, ['sign', 'verify']);

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
  timeStamping: '1.3.6.1.5.5.7.3.8',
} as const;

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
  extendedUsage?: string;
};

const extension = (extnID: string, critical: boolean, value: { toBER(): ArrayBuffer }): Extension =>
  new Extension({ extnID, critical, extnValue: value.toBER() });

const keyIdentifierOf = (certificate: Certificate): Uint8Array =>
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

/** Creates a key and its certificate, signed by `issuer` or self-signed. */
const certify = async (
  request: CertificateRequest,
  issuer: Identity | undefined,
  now: Date,
): Promise<Identity> => {
  const { subject, usage, years, extendedUsage } = request;
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
    ...(extendedUsage
      ? [extension(oid.extendedKeyUsage, true, new ExtKeyUsage({ keyPurposes: [extendedUsage] }).toSchema())]
      : []),
  ];
  await certificate.sign(issuer?.key ?? privateKey, 'SHA-256');
  return { certificate, key: privateKey };
};

const derOf = (certificate: Certificate): Buffer => Buffer.from(certificate.toSchema().toBER());
const certificateOf = (der: Uint8Array): Certificate =>
  new Certificate({ schema: fromBER(Uint8Array.from(der).buffer).result });
const pemOf = (certificate: Certificate): string =>
  `-----BEGIN CERTIFICATE-----\n${derOf(certificate).toString('base64').replace(/.{64}/g, '$&\n').trimEnd()}\n-----END CERTIFICATE-----\n`;

type StoredAuthority = { root: string } & Record<'issuer' | 'stamper', { certificate: string; key: string }>;

const serialize = async ({ certificate, key }: Identity) => ({
  certificate: derOf(certificate).toString('base64'),
  key: Buffer.from(await subtle.exportKey('pkcs8', key)).toString('base64'),
});
const restore = async (stored: StoredAuthority['issuer']): Promise<Identity> => ({
  certificate: certificateOf(Buffer.from(stored.certificate, 'base64')),
  key: await subtle.importKey('pkcs8', Buffer.from(stored.key, 'base64'), algorithm, false, ['sign']),
});

/** File with the root certificate that verifiers must trust. */
export const trustFile = 'ca.pem';

/** Writes a file atomically. */
const writeAtomically = (file: string, text: string, mode: number): void => {
  writeFileSync(`${file}.new`, text, { mode });
  chmodSync(`${file}.new`, mode);
  renameSync(`${file}.new`, file);
};

const createAuthority = async (folder: string, now: Date): Promise<StoredAuthority> => {
  const root = await certify(
    { subject: { commonName: 'Prufurót Hafnar' }, usage: 'keyCertSign', years: 20 },
    undefined,
    now,
  );
  const issuer = await certify(
    { subject: { commonName: 'Prufuskilríki Hafnar' }, usage: 'keyCertSign', years: 15 },
    root,
    now,
  );
  const stamper = await certify(
    {
      subject: { commonName: 'Prufutímastimplun Hafnar' },
      usage: 'digitalSignature',
      years: 15,
      extendedUsage: oid.timeStamping,
    },
    root,
    now,
  );
  // The root's private key is no longer needed, and not stored.
  const stored = {
    root: derOf(root.certificate).toString('base64'),
    issuer: await serialize(issuer),
    stamper: await serialize(stamper),
  };
  mkdirSync(folder, { recursive: true });
  writeAtomically(join(folder, 'authority.json'), JSON.stringify(stored), 0o600);
  return stored;
};

/**
 * Opens the demo's certificate authority, creating it if the folder has none: a root, an issuing CA for people's
 * certificates, and a time stamp authority. Only this demo trusts it.
 */
export const openAuthority = async (folder: string, clock: Clock) => {
  const file = join(folder, 'authority.json');
  const stored = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as StoredAuthority)
    : await createAuthority(folder, clock.now());
  const root = certificateOf(Buffer.from(stored.root, 'base64'));
  const trusted = join(folder, trustFile);
  // A previous start may have been stopped before writing it.
  if (!existsSync(trusted)) writeAtomically(trusted, pemOf(root), 0o644);
  const issuer = await restore(stored.issuer);
  const stamper = await restore(stored.stamper);
  const people = new Map<string, Promise<Identity>>();
  return {
    /** Certificate chain from the issuer to the root. */
    chain: [issuer.certificate, root],
    root,
    stamper,
    /** A person's signing certificate; `PNOIS-` is the prefix for a kennitala in EN 319 412-1. */
    identityOf: ({ ssn, name }: Person): Promise<Identity> => {
      const subject = { commonName: name, serialNumber: `PNOIS-${ssn}` };
      const identity =
        people.get(ssn) ?? certify({ subject, usage: 'nonRepudiation', years: 5 }, issuer, clock.now());
      people.set(ssn, identity);
      return identity;
    },
  };
};
export type Authority = Awaited<ReturnType<typeof openAuthority>>;
