import { hash } from 'node:crypto';
import { BitString, Integer, ObjectIdentifier, OctetString, Sequence, Utf8String } from 'asn1js';
import {
  AlgorithmIdentifier,
  Attribute,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  Extension,
  ExtKeyUsage,
  IssuerAndSerialNumber,
  MessageImprint,
  RelativeDistinguishedNames,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TSTInfo,
} from 'pkijs';
import { beforeAll, expect, test } from 'vitest';
import { BadSignature, checkSignature, checkStamp } from './cms.ts';

// Signatures and stamps in other variants than the demo service writes.
const at = new Date('2026-11-21T12:00:00Z');
const data = Buffer.from('what is signed');
const plainData = '1.2.840.113549.1.7.1';
const timeStampInfo = '1.2.840.113549.1.9.16.1.4';
const oids = {
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
  sha1: '1.3.14.3.2.26',
} as const;
type Hash = keyof typeof oids;
const digests = { sha1: 'SHA-1', sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' } as const;

type Identity = { certificate: Certificate; key: CryptoKey };
let root: Identity;
let person: Identity;
let stamper: Identity;

const usage = (bits: number, unusedBits: number) =>
  new Extension({
    extnID: '2.5.29.15',
    critical: true,
    extnValue: new BitString({ valueHex: Uint8Array.of(bits), unusedBits }).toBER(),
  });
const certify = async (serial: number, name: string, extensions: Extension[], issuer?: Identity) => {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(
    { name: 'ECDSA', namedCurve: 'P-256' },
    true,
    ['sign', 'verify'],
  );
  const certificate = new Certificate();
  certificate.version = 2;
  certificate.serialNumber = new Integer({ value: serial });
  certificate.subject = new RelativeDistinguishedNames({
    typesAndValues: [
      new AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value: name }) }),
      new AttributeTypeAndValue({ type: '2.5.4.5', value: new Utf8String({ value: 'PNOIS-1402851489' }) }),
    ],
  });
  certificate.issuer = issuer ? issuer.certificate.subject : certificate.subject;
  certificate.notBefore.value = new Date('2026-01-01T00:00:00Z');
  certificate.notAfter.value = new Date('2030-01-01T00:00:00Z');
  await certificate.subjectPublicKeyInfo.importKey(publicKey);
  certificate.extensions = extensions;
  await certificate.sign(issuer?.key ?? privateKey, 'SHA-256');
  return { certificate, key: privateKey };
};
beforeAll(async () => {
  const authority = new Extension({
    extnID: '2.5.29.19',
    critical: true,
    extnValue: new BasicConstraints({ cA: true }).toSchema().toBER(),
  });
  const stamps = new Extension({
    extnID: '2.5.29.37',
    critical: true,
    extnValue: new ExtKeyUsage({ keyPurposes: ['1.3.6.1.5.5.7.3.8'] }).toSchema().toBER(),
  });
  root = await certify(1, 'Prófunarrót', [authority, usage(0b0000_0110, 1)]);
  person = await certify(2, 'Anna Prófdóttir', [usage(0b0100_0000, 6)], root);
  stamper = await certify(3, 'Prófunarstimplun', [usage(0b1000_0000, 7), stamps], root);
});

const sequence = (...value: Array<Sequence | OctetString | ObjectIdentifier>) => new Sequence({ value });
const hashOf = (algorithm: Hash, { certificate }: Identity) =>
  new OctetString({ valueHex: hash(algorithm, Buffer.from(certificate.toSchema().toBER()), 'buffer') });
/** Ways for a signature to name its certificate. */
const naming = {
  plain: (whose: Identity) => sequence(hashOf('sha256', whose)),
  spelled: (whose: Identity, algorithm: Hash) =>
    sequence(sequence(new ObjectIdentifier({ value: oids[algorithm] })), hashOf(algorithm, whose)),
  /** The hash of one algorithm under the name of another. */
  wrong: (whose: Identity) =>
    sequence(sequence(new ObjectIdentifier({ value: oids.sha512 })), hashOf('sha256', whose)),
  old: (whose: Identity) => sequence(hashOf('sha1', whose)),
};
const v1 = '1.2.840.113549.1.9.16.2.12';
const v2 = '1.2.840.113549.1.9.16.2.47';

type Signing = { named: Sequence; version?: string; digest?: Hash; type?: string; content?: Uint8Array };
const sign = async (
  by: Identity,
  { named, version = v2, digest = 'sha256', type = plainData, content }: Signing,
) => {
  const encapContentInfo = new EncapsulatedContentInfo({ eContentType: type });
  if (content) encapContentInfo.eContent = new OctetString({ valueHex: content });
  const attributes = [
    new Attribute({ type: '1.2.840.113549.1.9.3', values: [new ObjectIdentifier({ value: type })] }),
    new Attribute({
      type: '1.2.840.113549.1.9.4',
      values: [new OctetString({ valueHex: hash(digest, content ?? data, 'buffer') })],
    }),
    new Attribute({ type: version, values: [sequence(sequence(named))] }),
  ];
  const { issuer, serialNumber } = by.certificate;
  const signed = new SignedData({
    version: content ? 3 : 1,
    encapContentInfo,
    certificates: [by.certificate],
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer, serialNumber }),
        signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }),
      }),
    ],
  });
  await signed.sign(by.key, 0, digests[digest]);
  const whole = new ContentInfo({ contentType: '1.2.840.113549.1.7.2', content: signed.toSchema(true) });
  return Buffer.from(whole.toSchema().toBER());
};
const stampInfo = () =>
  Buffer.from(
    new TSTInfo({
      version: 1,
      policy: '0.4.0.2023.1.1',
      messageImprint: new MessageImprint({
        hashAlgorithm: new AlgorithmIdentifier({ algorithmId: oids.sha256 }),
        hashedMessage: new OctetString({ valueHex: hash('sha256', data, 'buffer') }),
      }),
      serialNumber: new Integer({ value: 7 }),
      genTime: at,
    })
      .toSchema()
      .toBER(),
  );
const check = async (signing: Signing) =>
  (await checkSignature(await sign(person, signing), data, [root.certificate], at)).signer;
const checkToken = async (signing: Signing) =>
  checkStamp(
    await sign(stamper, { type: timeStampInfo, content: stampInfo(), ...signing }),
    data,
    [root.certificate],
    at,
  );

test('a signature may name its certificate by any hash of the SHA-2 family, explicitly or not', async () => {
  const signer = { name: 'Anna Prófdóttir', ssn: '1402851489', issuer: 'Prófunarrót' };
  expect(await check({ named: naming.plain(person) })).toEqual(signer);
  for (const algorithm of ['sha256', 'sha384', 'sha512'] as const)
    expect(await check({ named: naming.spelled(person, algorithm) }), algorithm).toEqual(signer);
});

test('a signature that names another certificate, one by a weak hash, or none is refused, and so is one over another hash', async () => {
  const refused: Signing[] = [
    { named: naming.plain(stamper) },
    { named: naming.spelled(stamper, 'sha384') },
    { named: naming.wrong(person) },
    { named: naming.spelled(person, 'sha1') },
    { named: naming.old(person), version: v1 },
    { named: naming.old(person) },
    { named: sequence() },
    { named: naming.plain(person), digest: 'sha384' },
  ];
  for (const signing of refused) await expect(check(signing)).rejects.toBeInstanceOf(BadSignature);
});

test('a time stamp may use any hash of the SHA-2 family, and the older attribute for its certificate', async () => {
  for (const digest of ['sha256', 'sha384', 'sha512'] as const) {
    await checkToken({ named: naming.spelled(stamper, digest), digest });
    await checkToken({ named: naming.old(stamper), version: v1, digest });
  }
  await expect(checkToken({ named: naming.old(person), version: v1 })).rejects.toThrow(
    'certificate not covered by the signature',
  );
  await expect(checkToken({ named: naming.plain(stamper), digest: 'sha1' })).rejects.toThrow(
    'hash algorithm not accepted',
  );
});

test('anything else that a time stamp authority signs is not a time stamp', async () => {
  const other = { named: naming.plain(stamper), type: plainData, content: data };
  await expect(checkToken(other)).rejects.toThrow('not a time stamp');
  // Nor is a stamp over something else.
  const token = await sign(stamper, {
    named: naming.plain(stamper),
    type: timeStampInfo,
    content: stampInfo(),
  });
  const elsewhere = checkStamp(token, Buffer.from('something else'), [root.certificate], at);
  await expect(elsewhere).rejects.toBeInstanceOf(BadSignature);
});
