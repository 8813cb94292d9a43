// PDFs as other producers write them, built by hand so that every machine tests the same ones.

type Objects = Record<number, string>;

type Options = {
  objects?: Objects;
  /** Entries of the trailer. */
  trailer?: string;
  /** Whether dictionaries are in an object stream, and the cross-reference section is a stream. */
  compressed?: boolean;
};

const text = 'BT /F1 18 Tf 72 720 Td (Samningur um hus) Tj ET';
const fileId = '/ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>]';
const contents = `<< /Length ${text.length} >>\nstream\n${text}\nendstream`;
const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

/** A page with `more` entries. */
const pageWith = (more = ''): string =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> ${more} >>`;
const catalogueWith = (more = ''): string => `<< /Type /Catalog /Pages 2 0 R ${more} >>`;

const plainObjects: Objects = {
  1: catalogueWith(),
  2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  3: pageWith(),
  4: contents,
  5: font,
};

const entry = (offset: number) => `${String(offset).padStart(10, '0')} 00000 n \n`;

/** Appends objects and a cross-reference table. */
const withTable = (before: string, objects: Objects, trailer: string): string => {
  let whole = before;
  const lines = Object.entries(objects).map(([number, body]) => {
    const offset = whole.length;
    whole += `${number} 0 obj\n${body}\nendobj\n`;
    return `${number} 1\n${entry(offset)}`;
  });
  const start = whole.length;
  const size = Math.max(...Object.keys(plainObjects).map(Number), ...Object.keys(objects).map(Number)) + 1;
  return `${whole}xref\n0 1\n0000000000 65535 f \n${lines.join('')}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
};

const field = (type: number, second: number, third: number): Buffer => {
  const bytes = Buffer.alloc(7);
  bytes.writeUInt8(type, 0);
  bytes.writeUInt32BE(second, 1);
  bytes.writeUInt16BE(third, 5);
  return bytes;
};

/** Writes objects into an object stream, as far as they are no streams, and a cross-reference stream. */
const withStreams = (before: string, objects: Objects, trailer: string): string => {
  const all = Object.entries(objects).map(([number, body]) => ({ number: Number(number), body }));
  const inside = all.filter(({ body }) => !body.includes('stream\n'));
  const [streamNumber, sectionNumber] = [40, 41];
  let packed = '';
  const index = inside.map(({ number, body }) => {
    const at = packed.length;
    packed += `${body}\n`;
    return `${number} ${at}`;
  });
  const first = `${index.join(' ')}\n`;
  const entries = new Map<number, Buffer>([[0, field(0, 0, 65_535)]]);
  inside.forEach(({ number }, place) => {
    entries.set(number, field(2, streamNumber, place));
  });
  let whole = before;
  const add = (number: number, body: string) => {
    entries.set(number, field(1, whole.length, 0));
    whole += `${number} 0 obj\n${body}\nendobj\n`;
  };
  for (const { number, body } of all) if (!entries.has(number)) add(number, body);
  const data = first + packed;
  add(
    streamNumber,
    `<< /Type /ObjStm /N ${inside.length} /First ${first.length} /Length ${data.length} >>\nstream\n${data}\nendstream`,
  );
  const start = whole.length;
  entries.set(sectionNumber, field(1, start, 0));
  const numbers = [...entries.keys()].toSorted((a, b) => a - b);
  const table = Buffer.concat(numbers.map((number) => entries.get(number) ?? Buffer.of()));
  return `${whole}${sectionNumber} 0 obj\n<< /Type /XRef /Size ${sectionNumber + 1} /W [1 4 2] /Index [${numbers
    .map((number) => `${number} 1`)
    .join(
      ' ',
    )}] /Root 1 0 R ${trailer} /Length ${table.length} >>\nstream\n${table.toString('latin1')}\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`;
};

const build = ({ objects = {}, trailer = fileId, compressed = false }: Options = {}): Buffer => {
  const all = { ...plainObjects, ...objects };
  const write = compressed ? withStreams : withTable;
  return Buffer.from(write('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', all, trailer), 'latin1');
};

const startOf = (pdf: Buffer): string => /startxref\n(\d+)\n%%EOF\n$/.exec(pdf.toString('latin1'))?.[1] ?? '';

/** A PDF with a later revision, as an editor saves it. */
const edited = (pdf: Buffer, objects: Objects): Buffer =>
  Buffer.from(withTable(pdf.toString('latin1'), objects, `${fileId} /Prev ${startOf(pdf)}`), 'latin1');

const link =
  '<< /Type /Annot /Subtype /Link /Rect [72 700 200 720] /A << /S /URI /URI (https://hofn.example) >> >>';
const textField =
  '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Undirritun) /V (x) /Rect [72 600 200 620] /P 3 0 R >>';

/** A PDF with a file in it, as programs for electronic invoices write it. */
export const pdfWithFile = ({
  name = 'factur-x.xml',
  type = 'text#2Fxml',
  data = '<?xml version="1.0" encoding="UTF-8"?><rsm:CrossIndustryInvoice/>',
  isListed = true,
}: {
  name?: string;
  type?: string;
  data?: string;
  /** Whether the file is in the list of attachments. */
  isListed?: boolean;
} = {}): Buffer =>
  build({
    objects: {
      1: catalogueWith(
        isListed ? '/AF [6 0 R] /Names << /EmbeddedFiles << /Names [(file) 6 0 R] >> >>' : '/AF [6 0 R]',
      ),
      6: `<< /Type /Filespec /F (${name}) /UF (${name}) /AFRelationship /Alternative /EF << /F 7 0 R >> >>`,
      7: `<< /Type /EmbeddedFile /Subtype /${type} /Length ${data.length} >>\nstream\n${data}\nendstream`,
    },
  });

/** A PDF that opens only with its password. */
export const lockedPdf = build({
  objects: { 6: `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'00'.repeat(32)}> /U <${'11'.repeat(32)}> >>` },
  trailer: `${fileId} /Encrypt 6 0 R`,
});

/** A PDF with further objects, such as a script. */
export const pdfWithObject = (object: string): Buffer => build({ objects: { 6: object } });

/** A small PDF that every program reads. */
export const plainPdf = build();

/** PDFs of other producers, by what is special about them. All can be signed. */
export const foreignPdfs: Record<string, Buffer> = {
  'a table and nothing else': plainPdf,
  'no file identifier': build({ trailer: '' }),
  'object streams': build({ compressed: true }),
  'object streams, without a file identifier': build({ compressed: true, trailer: '' }),
  'a link': build({ objects: { 3: pageWith('/Annots [6 0 R]'), 6: link } }),
  'links in a list of their own': build({ objects: { 3: pageWith('/Annots 7 0 R'), 6: link, 7: '[6 0 R]' } }),
  'links in a list of their own, compressed': build({
    objects: { 3: pageWith('/Annots 7 0 R'), 6: link, 7: '[6 0 R]' },
    compressed: true,
  }),
  'a form': build({
    objects: {
      1: catalogueWith('/AcroForm << /Fields [6 0 R] >>'),
      3: pageWith('/Annots [6 0 R]'),
      6: textField,
    },
  }),
  'a form and its fields as objects of their own': build({
    objects: {
      1: catalogueWith('/AcroForm 7 0 R'),
      3: pageWith('/Annots 8 0 R'),
      6: textField,
      7: '<< /Fields 9 0 R /DA (/F1 0 Tf) >>',
      8: '[6 0 R]',
      9: '[6 0 R]',
    },
  }),
  'an earlier revision': edited(plainPdf, { 3: pageWith('/Rotate 0') }),
  'two earlier revisions and a link': edited(edited(plainPdf, { 3: pageWith('/Rotate 0') }), {
    3: pageWith('/Annots [6 0 R]'),
    6: link,
  }),
  'a nested tree of pages': build({
    objects: {
      2: '<< /Type /Pages /Kids [6 0 R] /Count 1 >>',
      3: pageWith().replace('/Parent 2', '/Parent 6'),
      6: '<< /Type /Pages /Parent 2 0 R /Kids [3 0 R] /Count 1 >>',
    },
  }),
  'white space and comments after the end': Buffer.concat([plainPdf, Buffer.from('\r\n\r\n')]),
  'stars where a byte range could be': build({
    objects: { 6: `<< /Note (${'*'.repeat(32)} [0 ${`${'*'.repeat(10)} `.repeat(3).trim()}]) >>` },
  }),
  'an extension of its own': build({
    objects: { 1: catalogueWith('/Extensions << /ADBE << /BaseVersion /1.7 /ExtensionLevel 8 >> >>') },
  }),
};

/** A PDF that opens and shows nothing. */
export const pdfWithoutPages = build({ objects: { 2: '<< /Type /Pages /Kids [] /Count 0 >>' } });

/** PDFs that cannot be signed, with a part of the message to their sender. */
export const unsignablePdfs: Record<string, [pdf: Buffer, why: string]> = {
  'cut off': [plainPdf.subarray(0, plainPdf.length - 60), 'damaged'],
  'only a header': [Buffer.from('%PDF-1.7\n'), 'damaged'],
  'a wrong place of its table': [
    Buffer.from(plainPdf.toString('latin1').replace(/startxref\n\d+/, 'startxref\n7'), 'latin1'),
    'damaged',
  ],
  'no pages': [pdfWithoutPages, 'no pages'],
  'a password': [lockedPdf, 'encrypted'],
  'a certification that forbids changes': [
    build({
      objects: {
        1: catalogueWith('/Perms << /DocMDP 6 0 R >>'),
        6: '<< /Type /Sig /Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /P 1 /V /1.2 >> >>] >>',
      },
    }),
    'certified',
  ],
};
