import { hash } from 'node:crypto';
import { appendUpdate, type Revision } from './pdf.ts';
import type { ValidationData } from './revocation.ts';

const withoutRepetition = (values: readonly Uint8Array[]): Uint8Array[] => [
  ...new Map(values.map((value) => [Buffer.from(value).toString('base64'), value])).values(),
];

/** A name of the catalogue's extensions: ISO 32000-1 knows no DSS (EN 319 142-1, 5.6). */
const extensions = '/Extensions << /ESIC << /BaseVersion /1.7 /ExtensionLevel 5 >> >>';

/**
 * Appends what a signature is validated with (DSS, EN 319 142-1, 5.4), leaving the signed bytes unchanged. There is one
 * signature, so nothing says which data belongs to which (VRI).
 * @param signed the signed PDF, `revision` its last update
 */
export const withValidationData = (
  signed: Buffer,
  revision: Revision,
  data: readonly ValidationData[],
): Buffer => {
  const objects: Array<[number, string]> = [];
  const add = (body: string): string => {
    const number = revision.size + objects.length;
    objects.push([number, body]);
    return `${number} 0 R`;
  };
  const streams = (values: readonly Uint8Array[]) =>
    withoutRepetition(values).map((value) =>
      add(`<< /Length ${value.length} >>\nstream\n${Buffer.from(value).toString('latin1')}\nendstream`),
    );
  const lists = Object.entries({
    Certs: streams(data.flatMap(({ certificates }) => certificates)),
    OCSPs: streams(data.flatMap(({ ocspResponses }) => ocspResponses)),
    CRLs: streams(data.flatMap(({ crls }) => crls)),
  }).filter(([, references]) => references.length > 0);
  const store = add(
    `<< /Type /DSS ${lists.map(([name, references]) => `/${name} [${references.join(' ')}]`).join(' ')} >>`,
  );
  const { root, catalogue } = revision;
  const withStore = `${catalogue.trimEnd()}\n/DSS ${store}\n${/\/Extensions\b/.test(catalogue) ? '' : `${extensions}\n`}`;
  objects.push([root, `<< ${withStore} >>`]);
  const { text } = appendUpdate(signed.toString('latin1'), revision, {
    objects,
    id: hash('sha256', signed, 'buffer').subarray(0, 16),
  });
  return Buffer.from(text, 'latin1');
};
