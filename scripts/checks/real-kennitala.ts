import { parseKennitala } from '@hofn/domain';
import { type Check, type Finding, lineAt } from './source.ts';

// Generated files with numbers and hashes, where ten digits mean nothing.
const generated = /^packages\/database\/migrations\//;

/**
 * No kennitala of a possibly real person: tests and demo data use ids of the test set (digits 7 and 8 are 14 or 15) or
 * temporary ids (rule KT-7). The check digit is ignored, since new ids have none (rule KT-9).
 */
export const realKennitala: Check = (sources) => {
  const findings: Finding[] = [];
  for (const { path, text } of sources) {
    if (generated.test(path)) continue;
    for (const { 0: written, index } of text.matchAll(/(?<![\w.])\d{6}-?\d{4}(?!\w|\.\d)/g)) {
      const id = parseKennitala(written, { checkDigit: 'off', allowTestIds: false });
      if (!id.ok || id.kind !== 'person') continue;
      const message = `may be a real person's kennitala: ${written.slice(0, 6)}-****; use one of the test set`;
      findings.push({ path, line: lineAt(text, index), message });
    }
  }
  return findings;
};
