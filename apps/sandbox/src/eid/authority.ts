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

/** A certificate and the key that signs in its name. */
export type Identity = { certificate: Certificate; key: CryptoKey };

/** Who has an electronic ID: kennitala, name, and the seven digits of their phone when it is on its SIM card. */
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

/** Key usages as RFC 5280 numbers their bits. */
const usages = {
  certifies: { bits: 0b0000_0110, unused: 1 },
  commits: { bits: 0b0100_0000, unused: 6 },
  signs: { bits: 0b1000_0000, unused: 7 },
} as const;

type Wanted = {
  subject: Partial<Record<'commonName' | 'serialNumber', string>>;
  usage: keyof typeof usages;
  years: number;
  extendedUsage?: string;
};

const extension = (extnID: string, critical: boolean, value: { toBER(): ArrayBuffer }): Extension =>
  new Extension({ extnID, critical, extnValue: value.toBER() });

const keyIdentifierOf = (certificate: Certificate): Uint8Array =>
  hash('sha1', certificate.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView, 'buffer');

/** A name with one part in each of its sets, as everybody writes them; the library would put all into one. */
const nameOf = (parts: Partial<Record<'country' | 'organisation' | keyof Wanted['subject'], string>>) => {
  const sets = Object.entries(parts).map(([part, value]) => {
    const type = oid[part as keyof typeof parts];
    // A country is printable letters by its standard.
    const text = part === 'country' ? new PrintableString({ value }) : new Utf8String({ value });
    return new SetOf({ value: [new AttributeTypeAndValue({ type, value: text }).toSchema()] });
  });
  return new RelativeDistinguishedNames({ schema: fromBER(new Sequence({ value: sets }).toBER()).result });
};

/** Makes a key and its certificate, signed by `issuer` or by itself. */
const certify = async (wanted: Wanted, issuer: Identity | undefined, now: Date): Promise<Identity> => {
  const { subject, usage, years, extendedUsage } = wanted;
  const { privateKey, publicKey } = await newKey();
  const certificate = new Certificate();
  certificate.version = 2;
  // Positive and never zero, whatever its bytes are.
  certificate.serialNumber = new Integer({ valueHex: Buffer.concat([Buffer.from([1]), randomBytes(15)]) });
  certificate.subject = nameOf({ country: 'IS', organisation: 'Höfn prufukerfi', ...subject });
  certificate.issuer = issuer ? issuer.certificate.subject : certificate.subject;
  // A clock that is a little behind must not find it in the future.
  certificate.notBefore.value = new Date(now.getTime() - 3_600_000);
  certificate.notAfter.value = new Date(Date.UTC(now.getUTCFullYear() + years, 0, 1));
  await certificate.subjectPublicKeyInfo.importKey(publicKey);
  const { bits, unused } = usages[usage];
  const above = keyIdentifierOf(issuer?.certificate ?? certificate);
  certificate.extensions = [
    extension(oid.basicConstraints, true, new BasicConstraints({ cA: usage === 'certifies' }).toSchema()),
    extension(oid.keyUsage, true, new BitString({ valueHex: Uint8Array.of(bits), unusedBits: unused })),
    extension(oid.keyIdentifier, false, new OctetString({ valueHex: keyIdentifierOf(certificate) })),
    extension(
      oid.authorityKeyIdentifier,
      false,
      new AuthorityKeyIdentifier({ keyIdentifier: new OctetString({ valueHex: above }) }).toSchema(),
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

type Kept = { root: string } & Record<'issuer' | 'stamper', { certificate: string; key: string }>;

const keep = async ({ certificate, key }: Identity) => ({
  certificate: derOf(certificate).toString('base64'),
  key: Buffer.from(await subtle.exportKey('pkcs8', key)).toString('base64'),
});
const restore = async (kept: Kept['issuer']): Promise<Identity> => ({
  certificate: certificateOf(Buffer.from(kept.certificate, 'base64')),
  key: await subtle.importKey('pkcs8', Buffer.from(kept.key, 'base64'), algorithm, false, ['sign']),
});

/** Name of the file with the root's certificate, which those who check signatures are to trust. */
export const trustFile = 'ca.pem';

/** Writes a file that is there whole or not at all. */
const writeWhole = (file: string, text: string, mode: number): void => {
  writeFileSync(`${file}.new`, text, { mode });
  chmodSync(`${file}.new`, mode);
  renameSync(`${file}.new`, file);
};

const make = async (folder: string, now: Date): Promise<Kept> => {
  const root = await certify(
    { subject: { commonName: 'Prufurót Hafnar' }, usage: 'certifies', years: 20 },
    undefined,
    now,
  );
  const issuer = await certify(
    { subject: { commonName: 'Prufuskilríki Hafnar' }, usage: 'certifies', years: 15 },
    root,
    now,
  );
  const stamper = await certify(
    {
      subject: { commonName: 'Prufutímastimplun Hafnar' },
      usage: 'signs',
      years: 15,
      extendedUsage: oid.timeStamping,
    },
    root,
    now,
  );
  // The root's key has done what it is for, and is kept nowhere.
  const kept = {
    root: derOf(root.certificate).toString('base64'),
    issuer: await keep(issuer),
    stamper: await keep(stamper),
  };
  mkdirSync(folder, { recursive: true });
  writeWhole(join(folder, 'authority.json'), JSON.stringify(kept), 0o600);
  return kept;
};

/**
 * Opens the demo's certificate authority, which is made when the folder has none: a root, an issuer of people's
 * certificates, and a stamper of time. Nobody but this demo trusts it.
 */
export const openAuthority = async (folder: string, clock: Clock) => {
  const file = join(folder, 'authority.json');
  const kept = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Kept)
    : await make(folder, clock.now());
  const root = certificateOf(Buffer.from(kept.root, 'base64'));
  const trusted = join(folder, trustFile);
  // Whoever made the authority may have been stopped before it was written.
  if (!existsSync(trusted)) writeWhole(trusted, pemOf(root), 0o644);
  const issuer = await restore(kept.issuer);
  const stamper = await restore(kept.stamper);
  const people = new Map<string, Promise<Identity>>();
  return {
    /** Certificates that a signer's is sent along with, up to the root. */
    chain: [issuer.certificate, root],
    root,
    stamper,
    /** A person's own signing certificate; `PNOIS-` before a kennitala is how EN 319 412-1 writes it. */
    identityOf: ({ ssn, name }: Person): Promise<Identity> => {
      const subject = { commonName: name, serialNumber: `PNOIS-${ssn}` };
      const known = people.get(ssn) ?? certify({ subject, usage: 'commits', years: 5 }, issuer, clock.now());
      people.set(ssn, known);
      return known;
    },
  };
};
export type Authority = Awaited<ReturnType<typeof openAuthority>>;
