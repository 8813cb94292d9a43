/** How mail programs introduce the e-mail that they quote, in the languages that customers use. */
const introductions = [
  /^-{2,}\s*(?:Original Message|Upphafleg skilaboð|Upprunalegt skeyti)\s*-{2,}$/i,
  /^_{10,}$/,
  // "On 1 Dec 2026 at 10:12, Höfn <svar@hofn.example> wrote:", also broken in two lines.
  /^(?:On|Þann|Þ\.|Hinn|Den|Le|Am|El|Il|W dniu)\b.{0,200}\b(?:wrote|skrifaði|skrev|écrit|schrieb|escribió|ha scritto|napisał)\b.{0,80}:$/isu,
  /^(?:From|Frá|Sendandi): .+\n(?:Sent|Sendt|Date|Dags(?:etning)?|Sent þann): .+/i,
];

const isQuotedLine = (line: string): boolean => /^\s*>/.test(line) || line.trim() === '';

/** Whether a quote begins at a line: its introduction, or a block of quoted lines that goes on to the end. */
const beginsAt = (lines: readonly string[], index: number): boolean => {
  const two = lines
    .slice(index, index + 2)
    .map((line) => line.trim())
    .join('\n');
  const one = two.split('\n', 1)[0] ?? '';
  if (one === '') return false;
  if (introductions.some((pattern) => pattern.test(one) || pattern.test(two))) return true;
  return one.startsWith('>') && lines.slice(index).every(isQuotedLine);
};

/**
 * Separates what somebody wrote from the earlier e-mails quoted at the end. If they answered between the quoted lines, or the quote
 * is all there is, everything stays in the text.
 */
export const splitQuoted = (whole: string): { text: string; quoted: string | null } => {
  const lines = whole.replaceAll('\r\n', '\n').split('\n');
  const at = lines.findIndex((_line, index) => beginsAt(lines, index));
  const text = (at < 0 ? lines : lines.slice(0, at)).join('\n').trim();
  if (at < 0 || text === '') return { text: lines.join('\n').trim(), quoted: null };
  return { text, quoted: lines.slice(at).join('\n').trim() };
};
