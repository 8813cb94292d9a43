import { type Check, type Finding, lineAt } from './source.ts';

/** Where the default of the setting is, and where an installation's is asked for. */
const settings = ['packages/service/src/emergency-phone.ts', 'deploy/make-secrets.mjs'];
/** As the setting accepts them: with spaces or without. */
const abroad = /\+\d[\d \u00a0]{6,18}\d/g;
// The target of a link to the company's own number, which is shown without a country code.
const ownLink = /^tel:\+354\d{7}$/;
// Tests of formatting and decisions may name other numbers; nobody calls them.
const unread = /\.(?:test|spec)\.tsx?$|^(?:docs|e2e)\//;

/** No international phone number in texts, content or code: travellers call the one of `CONTACT_PHONE_ABROAD` (rule LIFE-11). */
export const oneEmergencyPhone: Check = (sources) => {
  const findings: Finding[] = [];
  for (const { path, text } of sources) {
    if (settings.includes(path) || unread.test(path)) continue;
    for (const { 0: number, index } of text.matchAll(abroad)) {
      if (ownLink.test(text.slice(Math.max(0, index - 4), index + number.length))) continue;
      findings.push({
        path,
        line: lineAt(text, index),
        message: `has the number ${number}; the emergency number is {emergencyPhone} in content and a setting in code`,
      });
    }
  }
  return findings;
};
