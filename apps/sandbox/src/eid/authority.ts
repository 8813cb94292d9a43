import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@hofn/domain/clock.ts';
import { fromBER } from 'asn1js';
import { Certificate } from 'pkijs';
import { certify, type Identity, keyAlgorithm } from './certify.ts';

/** A person with an electronic ID; `mobilePhone` has seven digits if the ID is on a SIM card. */
export type Person = { ssn: string; name: string; mobilePhone: string | null };

const { subtle } = globalThis.crypto;

const derOf = (certificate: Certificate): Buffer => Buffer.from(certificate.toSchema().toBER());
const certificateOf = (der: Uint8Array): Certificate =>
  new Certificate({ schema: fromBER(Uint8Array.from(der).buffer).result });
const pemOf = (certificate: Certificate): string =>
  `-----BEGIN CERTIFICATE-----\n${derOf(certificate).toString('base64').replace(/.{64}/g, '$&\n').trimEnd()}\n-----END CERTIFICATE-----\n`;

type StoredIdentity = { certificate: string; key: string };

const serialize = async ({ certificate, key }: Identity): Promise<StoredIdentity> => ({
  certificate: derOf(certificate).toString('base64'),
  key: Buffer.from(await subtle.exportKey('pkcs8', key)).toString('base64'),
});
const restore = async (stored: StoredIdentity): Promise<Identity> => ({
  certificate: certificateOf(Buffer.from(stored.certificate, 'base64')),
  key: await subtle.importKey('pkcs8', Buffer.from(stored.key, 'base64'), keyAlgorithm, false, ['sign']),
});

/** File with the root certificates that verifiers must trust. */
export const trustFile = 'ca.pem';

/** Writes a file atomically. */
const writeAtomically = (file: string, text: string, mode: number): void => {
  writeFileSync(`${file}.new`, text, { mode });
  chmodSync(`${file}.new`, mode);
  renameSync(`${file}.new`, file);
};

const createRoot = async (folder: string, now: Date): Promise<StoredIdentity> => {
  const root = await certify(
    { subject: { commonName: 'Prufurót Hafnar' }, usage: 'keyCertSign', years: 20 },
    undefined,
    now,
  );
  const stored = await serialize(root);
  mkdirSync(folder, { recursive: true });
  writeAtomically(join(folder, 'root.json'), JSON.stringify(stored), 0o600);
  return stored;
};

/** Adds the root to the trusted ones; those of earlier releases stay, since their signatures are still there. */
const trust = (folder: string, root: Certificate): void => {
  const file = join(folder, trustFile);
  const trusted = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (!trusted.includes(pemOf(root))) writeAtomically(file, pemOf(root) + trusted, 0o644);
};

/** Creates the authorities below the root for one address, which their certificates contain. */
const openBranch = async (root: Identity, url: string, { clock, revoked }: BranchParts) => {
  const now = clock.now();
  const statusBy = (authority: 'root' | 'issuer') => ({
    ocsp: `${url}/ocsp`,
    crl: `${url}/crl/${authority}`,
  });
  const issuer = await certify(
    {
      subject: { commonName: 'Prufuskilríki Hafnar' },
      usage: 'keyCertSign',
      years: 15,
      status: statusBy('root'),
    },
    root,
    now,
  );
  const stamper = await certify(
    {
      subject: { commonName: 'Prufutímastimplun Hafnar' },
      usage: 'digitalSignature',
      years: 15,
      purpose: 'timeStamping',
      status: statusBy('root'),
    },
    root,
    now,
  );
  const responderOf = (authority: Identity) =>
    certify(
      {
        subject: { commonName: 'Prufustaða Hafnar' },
        usage: 'digitalSignature',
        years: 15,
        purpose: 'ocspSigning',
      },
      authority,
      now,
    );
  const responders = { root: await responderOf(root), issuer: await responderOf(issuer) };
  const people = new Map<string, Promise<Identity>>();

  /** A person's signing certificate; `PNOIS-` is the prefix for a kennitala in EN 319 412-1. */
  const identityOf = ({ ssn, name }: Person): Promise<Identity> => {
    const subject = { commonName: name, serialNumber: `PNOIS-${ssn}` };
    const request = { subject, usage: 'nonRepudiation', years: 5, status: statusBy('issuer') } as const;
    const identity = people.get(ssn) ?? certify(request, issuer, clock.now());
    people.set(ssn, identity);
    return identity;
  };

  /** The certificates that an authority has issued, and since when they are revoked. */
  const issuedBy = async (authority: 'root' | 'issuer') => {
    const entries =
      authority === 'root'
        ? [issuer, stamper].map(({ certificate }) => ({ certificate, revokedAt: undefined }))
        : [...people].map(async ([ssn, identity]) => ({
            certificate: (await identity).certificate,
            revokedAt: revoked.get(ssn),
          }));
    return Promise.all(entries);
  };

  return {
    /** Certificate chain from the issuer to the root. */
    chain: [issuer.certificate, root.certificate],
    authorities: { root, issuer },
    responders,
    stamper,
    identityOf,
    issuedBy,
  };
};
type BranchParts = { clock: Clock; revoked: ReadonlyMap<string, Date> };
export type Branch = Awaited<ReturnType<typeof openBranch>>;

/**
 * Opens the demo's certificate authority, creating its root if the folder has none. Only this demo trusts it. Below the
 * root are an issuing CA for people's certificates and a time stamp authority, made again by each process and for each
 * address that callers use, since certificates contain the address at which their status can be found.
 */
export const openAuthority = async (folder: string, clock: Clock) => {
  const file = join(folder, 'root.json');
  const stored = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as StoredIdentity)
    : await createRoot(folder, clock.now());
  const root = await restore(stored);
  trust(folder, root.certificate);
  /** When each person's certificates were revoked. */
  const revoked = new Map<string, Date>();
  const branches = new Map<string, Promise<Branch>>();
  return {
    /** The authorities for callers that use this address, without a trailing slash. */
    at: (url: string): Promise<Branch> => {
      const branch = branches.get(url) ?? openBranch(root, url, { clock, revoked });
      branches.set(url, branch);
      return branch;
    },
    isRevoked: (ssn: string): boolean => revoked.has(ssn),
    revoke: (ssn: string): void => {
      revoked.set(ssn, clock.now());
    },
    restore: (ssn: string): void => {
      revoked.delete(ssn);
    },
  };
};
export type Authority = Awaited<ReturnType<typeof openAuthority>>;
