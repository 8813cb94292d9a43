import { hash } from 'node:crypto';
import { PdfArray, PdfDict, PdfName, PdfNumber, PdfRef } from '@libpdf/core';
import { copyEntry, syntaxOf } from '../platform/pdf/structure.ts';
import { appendUpdate, type Revision } from './pdf.ts';
import type { ValidationData } from './revocation.ts';

const withoutRepetition = (values: readonly Uint8Array[]): Uint8Array[] => [
  ...new Map(values.map((value) => [Buffer.from(value).toString('base64'), value])).values(),
];

/** An entry of the catalogue's extensions: ISO 32000-1 knows no DSS (EN 319 142-1, 5.6). */
const extension = PdfDict.of({ BaseVersion: PdfName.of('1.7'), ExtensionLevel: PdfNumber.of(5) });

/**
 * Appends what a signature is validated with (DSS, EN 319 142-1, 5.4), leaving the signed bytes unchanged. What earlier
 * signatures of the PDF are validated with stays. There is one signature of ours, so nothing says which data belongs to
 * which (VRI).
 * @param signed the signed PDF, `revision` its last update
 */
export const withValidationData = (
  signed: Buffer,
  revision: Revision,
  data: readonly ValidationData[],
): Buffer => {
  const objects: Array<{ ref: PdfRef; body: string }> = [];
  const add = (body: string): PdfRef => {
    const ref = PdfRef.of(revision.size + objects.length);
    objects.push({ ref, body });
    return ref;
  };
  const streams = (values: readonly Uint8Array[]) =>
    withoutRepetition(values).map((value) =>
      add(`<< /Length ${value.length} >>\nstream\n${Buffer.from(value).toString('latin1')}\nendstream`),
    );
  const added = Object.entries({
    Certs: streams(data.flatMap(({ certificates }) => certificates)),
    OCSPs: streams(data.flatMap(({ ocspResponses }) => ocspResponses)),
    CRLs: streams(data.flatMap(({ crls }) => crls)),
  }).filter(([, references]) => references.length > 0);
  const { root } = revision;
  const catalogue = revision.catalogue.clone();
  const { value: store } = copyEntry(revision, catalogue, 'DSS', PdfDict.of({ Type: PdfName.of('DSS') }));
  for (const [name, references] of added) {
    const { value: list } = copyEntry(revision, store, name, new PdfArray());
    list.push(...references);
    store.set(name, list);
  }
  catalogue.set('DSS', add(syntaxOf(store)));
  const { value: extensions } = copyEntry(revision, catalogue, 'Extensions', new PdfDict());
  if (!extensions.has('ESIC')) {
    extensions.set('ESIC', extension);
    catalogue.set('Extensions', extensions);
  }
  objects.push({ ref: root, body: syntaxOf(catalogue) });
  const { text } = appendUpdate(signed.toString('latin1'), revision, {
    objects,
    id: hash('sha256', signed, 'buffer').subarray(0, 16),
  });
  return Buffer.from(text, 'latin1');
};
