import { connect } from 'node:net';
import { type ContentType, namesInZip } from './content.ts';

/** Tells whether a content may do harm. Throws when that could not be found out, to be asked again. */
export type Scan = (content: Buffer, type: ContentType) => Promise<boolean>;

// The signature that every scanner knows, so that a scanner can be tried without a virus; in two so as not to be it.
const testSignature = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
);

/** What a PDF does by itself: scripts, programs, files within it. Its names may be written with #xx for a letter. */
const active = /\/(?:JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA)(?![A-Za-z])/;
const hidden = /#([0-9A-Fa-f]{2})/g;
// What a stream holds is data, most of it compressed: in megabytes of it any three letters come up by chance.
const streams = /\bstream\r?\n[\s\S]*?\bendstream/g;

const pdfIsActive = (content: Buffer): boolean =>
  active.test(
    content
      .toString('latin1')
      .replaceAll(streams, '')
      .replaceAll(hidden, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  );

const documentIsActive = (content: Buffer): boolean =>
  namesInZip(content).some((name) => /vbaProject|vbaData|\/(?:embeddings|activeX)\//i.test(name));

/**
 * Our own checks: the scanners' test signature, PDFs that act, and documents with macros or things embedded. They
 * read what stands open; what is compressed within a PDF is a scanner's work.
 */
export const looksHarmful = (content: Buffer, type: ContentType): boolean => {
  if (content.includes(testSignature)) return true;
  if (type === 'application/pdf') return pdfIsActive(content);
  return type.startsWith('image/') ? false : documentIsActive(content);
};

const scanMs = 60_000;
const chunkBytes = 64 * 1024;

/** Asks clamd over its INSTREAM command: each chunk with its length in front, then a length of zero. */
const askClamd = (url: URL, content: Buffer): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: url.hostname, port: Number(url.port || 3310) });
    let answer = '';
    socket.setTimeout(scanMs, () => socket.destroy(new Error('clamd did not answer in time')));
    socket.on('error', reject);
    socket.on('data', (data) => {
      answer += data.toString('latin1');
    });
    socket.on('close', () => resolve(answer));
    socket.on('connect', () => {
      socket.write('zINSTREAM\0');
      for (let at = 0; at < content.length; at += chunkBytes) {
        const chunk = content.subarray(at, at + chunkBytes);
        const length = Buffer.alloc(4);
        length.writeUInt32BE(chunk.length);
        socket.write(length);
        socket.write(chunk);
      }
      socket.write(Buffer.alloc(4));
    });
  });

/**
 * Makes the check of contents: our own, then the scanner's where there is one.
 * @param clamd address of clamd, `tcp://host:3310`
 */
export const createScan =
  (clamd: string | undefined): Scan =>
  async (content, type) => {
    if (looksHarmful(content, type)) return true;
    if (clamd === undefined) return false;
    const answer = (await askClamd(new URL(clamd), content)).replaceAll('\0', '').trim();
    if (/^stream: OK$/.test(answer)) return false;
    if (/ FOUND$/.test(answer)) return true;
    throw new Error(`clamd answered: ${answer.slice(0, 200)}`);
  };
