import { connect } from 'node:net';

/** Whether the virus scanner finds a content harmful. Throws when the scanner does not answer, to be retried. */
export type Scan = (content: Buffer) => Promise<boolean>;

const scanMs = 60_000;
const chunkBytes = 64 * 1024;

/** Queries clamd with its INSTREAM command: each chunk preceded by its length, then a length of zero. */
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
 * Creates the virus scan; without a scanner, nothing counts as harmful.
 * @param clamd address of clamd, `tcp://host:3310`
 */
export const createScan =
  (clamd: string | undefined): Scan =>
  async (content) => {
    if (clamd === undefined) return false;
    const answer = (await askClamd(new URL(clamd), content)).replaceAll('\0', '').trim();
    if (/^stream: OK$/.test(answer)) return false;
    if (/ FOUND$/.test(answer)) return true;
    throw new Error(`clamd responded: ${answer.slice(0, 200)}`);
  };
