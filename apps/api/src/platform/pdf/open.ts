import { PDF } from '@libpdf/core';

/** As readers do, also repairing what is damaged. */
const load = (content: Uint8Array): Promise<PDF | undefined> => PDF.load(content).catch(() => undefined);

/** Whether the end is missing: the last thing in a whole PDF says where its cross-reference section is. */
const isCutOff = (content: Buffer): boolean =>
  content.lastIndexOf('startxref') < content.lastIndexOf('endobj') || !content.includes('startxref');

/**
 * Why nobody could read a PDF, a key of `errorCode`: it asks for a password, was cut off, or has no pages. Undefined when it
 * opens; a PDF that only restricts what its reader may do opens.
 */
export const unreadableReason = async (content: Buffer): Promise<string | undefined> => {
  const pdf = await load(content);
  if (pdf?.isEncrypted && !pdf.isAuthenticated) return 'pdfPassword';
  return !pdf || isCutOff(content) || pdf.getPageCount() === 0 ? 'pdfUnreadable' : undefined;
};

const byteOrderMark = '\ufeff';

/** Whether a content begins like XML. A program or an archive does not, whatever it is called. */
const isXml = (content: Uint8Array): boolean =>
  /^\s*<[?!\w]/.test(Buffer.from(content.subarray(0, 200)).toString('utf8').replace(byteOrderMark, ''));

/**
 * Whether the files embedded in a PDF are XML by name, type and content, and all of them are on its list.
 * @param count how many files the PDF has, by its objects
 */
export const hasOnlyXmlFiles = async (content: Buffer, count: number): Promise<boolean> => {
  const pdf = await load(content);
  if (!pdf) return false;
  try {
    const files = [...pdf.getAttachments().values()];
    return (
      files.length >= count &&
      files.every(({ name, filename, mimeType }) => {
        const data = pdf.getAttachment(name);
        return (
          /\.xml$/i.test(filename) &&
          (mimeType === undefined || /^(?:text|application)\/xml$/i.test(mimeType)) &&
          data !== null &&
          isXml(data)
        );
      })
    );
  } catch {
    return false;
  }
};
