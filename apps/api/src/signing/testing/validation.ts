// Validates offline with what a PDF contains, independently: see verify.ts.
import { hash, verify as verifySignature, X509Certificate } from 'node:crypto';
import { at, type Der, readDer } from './der.ts';

type Update = { streams: Map<number, Buffer>; store: string };

type Section = { section: number | undefined; entries: Array<[number: number, offset: number]> };

/** Reads a cross-reference table, or a stream, which is the last object and says where it is itself. */
const readSection = (text: string, place: number): Section => {
  const table =
    /^xref\n((?:\d+ 1\n\d{10} 00000 n \n)+)trailer\n<< [\s\S]* >>\nstartxref\n(\d+)\n%%EOF\n$/.exec(
      text.slice(place),
    );
  if (table)
    return {
      section: Number(table[2]) === place ? place : undefined,
      entries: [...(table[1] ?? '').matchAll(/(\d+) 1\n(\d{10})/g)].map(([, number, offset]) => [
        Number(number),
        Number(offset),
      ]),
    };
  const [, start] = /^startxref\n(\d+)\n%%EOF\n$/.exec(text.slice(place)) ?? [];
  const stream =
    /^\d+ 0 obj\n<< \/Type \/XRef\n[^>]*(?:>[^>]+)*\/W \[1 4 2\] \/Index \[([^\]]*)\] \/Length (\d+) >>\nstream\n/.exec(
      text.slice(Number(start), place),
    );
  if (!stream) return { section: undefined, entries: [] };
  const numbers = [...(stream[1] ?? '').matchAll(/(\d+) 1/g)].map(([, number]) => Number(number));
  const data = Buffer.from(
    text.slice(Number(start) + stream[0].length, Number(start) + stream[0].length + Number(stream[2])),
    'latin1',
  );
  return {
    section: Number(start),
    entries: numbers.map((number, index) => [number, data.readUInt32BE(7 * index + 1)]),
  };
};

/** Reads the update after the signed bytes. @throws Error when it has anything but validation data */
const readUpdate = (pdf: Buffer, end: number): Update => {
  const expect = (isValid: boolean) => {
    if (!isValid) throw new Error('the signature does not cover the whole file');
  };
  const text = pdf.toString('latin1');
  const streams = new Map<number, Buffer>();
  const dictionaries = new Map<number, string>();
  const offsets = new Map<number, number>();
  let place = end;
  for (;;) {
    const [opening, number] = /^(\d+) 0 obj\n/.exec(text.slice(place, place + 30)) ?? [];
    if (opening === undefined) break;
    offsets.set(Number(number), place);
    const start = place + opening.length;
    const [stream, length] = /^<< \/Length (\d+) >>\nstream\n/.exec(text.slice(start, start + 60)) ?? [];
    let bodyEnd = text.indexOf('\nendobj\n', start);
    if (stream === undefined) {
      if (!text.startsWith('<< /Type /XRef', start))
        dictionaries.set(Number(number), text.slice(start, bodyEnd));
    } else {
      const contentEnd = start + stream.length + Number(length);
      streams.set(Number(number), pdf.subarray(start + stream.length, contentEnd));
      expect(text.startsWith('\nendstream', contentEnd));
      bodyEnd = contentEnd + '\nendstream'.length;
    }
    expect(text.startsWith('\nendobj\n', bodyEnd));
    place = bodyEnd + '\nendobj\n'.length;
  }
  const { section, entries } = readSection(text, place);
  expect(section !== undefined && entries.length === offsets.size);
  expect(entries.every(([number, offset]) => offsets.get(number) === offset));

  // The catalogue only gains the store, and the extension that names it.
  const [catalogue] = [...dictionaries].filter(([, body]) => body.includes('/Type /Catalog'));
  const [, storeNumber] = /\/DSS (\d+) 0 R\n/.exec(catalogue?.[1] ?? '') ?? [];
  const store = dictionaries.get(Number(storeNumber));
  expect(dictionaries.size === 2 && store !== undefined);
  const signed = text.slice(0, end);
  const from = signed.lastIndexOf(`\n${catalogue?.[0]} 0 obj\n`);
  const before = signed.slice(signed.indexOf('<<', from), signed.indexOf('\nendobj\n', from));
  const withoutStore = (body: string) =>
    body
      .replace(/\/DSS \d+ 0 R\n/, '')
      .replace(/\/Extensions <<\n(?:\/\w+ <<[^<>]*>>\n)*>>\n/, '')
      .replaceAll(/\s+/g, ' ');
  expect(withoutStore(catalogue?.[1] ?? '') === withoutStore(before));
  return { streams, store: store ?? '' };
};

const keyHashOf = (certificate: X509Certificate): Buffer => {
  const spki = readDer(certificate.publicKey.export({ type: 'spki', format: 'der' }));
  // Without the number of unused bits.
  return hash('sha1', at(spki, 1).content.subarray(1), 'buffer');
};
const serialOf = (certificate: X509Certificate): Buffer => Buffer.from(certificate.serialNumber, 'hex');
const isSigned = (part: Der, bits: Der, by: X509Certificate): boolean =>
  verifySignature('sha256', part.whole, by.publicKey, bits.content.subarray(1));

/** Whether an OCSP response says that a certificate is good, not before the time of the signature. */
const isGoodByOcsp = (
  der: Buffer,
  certificate: X509Certificate,
  issuer: X509Certificate,
  since: string,
): boolean => {
  const basic = readDer(at(readDer(der), 1, 0, 1).content);
  const responder = new X509Certificate(at(basic, 3, 0, 0).whole);
  const tbs = at(basic, 0);
  const single = at(tbs, 2, 0);
  return (
    isSigned(tbs, at(basic, 2), responder) &&
    responder.checkIssued(issuer) &&
    responder.verify(issuer.publicKey) &&
    responder.keyUsage.includes('1.3.6.1.5.5.7.3.9') &&
    at(single, 0, 2).content.equals(keyHashOf(issuer)) &&
    at(single, 0, 3).content.equals(serialOf(certificate)) &&
    at(single, 1).tag === 0x80 &&
    at(single, 2).content.toString('latin1') >= since
  );
};

/** Whether the issuer's revocation list does not have a certificate. */
const isGoodByCrl = (der: Buffer, certificate: X509Certificate, issuer: X509Certificate): boolean => {
  const [tbs, , bits] = readDer(der).parts;
  return (
    tbs !== undefined &&
    bits !== undefined &&
    isSigned(tbs, bits, issuer) &&
    !tbs.whole.includes(serialOf(certificate))
  );
};

/**
 * Checks that the update after the signed bytes proves the chains of all signers without asking anybody.
 * @returns the problems, and how many OCSP responses and revocation lists there are
 */
export const checkValidationData = (
  pdf: Buffer,
  end: number,
  { signers, root, since }: { signers: readonly X509Certificate[]; root: X509Certificate; since: string },
): { problems: string[]; validatedBy?: { ocspResponses: number; crls: number } } => {
  let update: Update;
  try {
    update = readUpdate(pdf, end);
  } catch (error) {
    return { problems: [error instanceof Error ? error.message : String(error)] };
  }
  const valuesOf = (name: string): Buffer[] => {
    const [, list = ''] = new RegExp(`/${name} \\[([^\\]]*)\\]`).exec(update.store) ?? [];
    // Those of earlier signatures are in earlier updates.
    return [...list.matchAll(/(\d+) 0 R/g)].flatMap(([, number]) => update.streams.get(Number(number)) ?? []);
  };
  const certificates = valuesOf('Certs').map((der) => new X509Certificate(der));
  const [ocspResponses, crls] = [valuesOf('OCSPs'), valuesOf('CRLs')];
  const problems: string[] = [];
  for (const signer of signers) {
    let link = signer;
    for (let steps = 0; !link.raw.equals(root.raw) && steps < 5; steps += 1) {
      const certificate = link;
      const isHere = certificates.some(({ raw }) => raw.equals(certificate.raw));
      const issuer = certificates.find(
        (candidate) => certificate.checkIssued(candidate) && certificate.verify(candidate.publicKey),
      );
      const isGood =
        isHere &&
        issuer !== undefined &&
        (ocspResponses.some((der) => isGoodByOcsp(der, certificate, issuer, since)) ||
          crls.some((der) => isGoodByCrl(der, certificate, issuer)));
      if (!isGood)
        problems.push(`nothing proves that ${certificate.subject.split('\n').at(-1)} was not revoked`);
      if (!issuer) break;
      link = issuer;
    }
  }
  return { problems, validatedBy: { ocspResponses: ocspResponses.length, crls: crls.length } };
};
