import { readFile } from 'node:fs/promises';
import { type EidService, eidFromSettings } from '@hofn/service/eid.ts';
import type { Settings } from '../settings.ts';
import { readCertificates } from './cms.ts';
import { createPaperMaker } from './documents.ts';
import { httpRevocation, type RevocationCheck } from './revocation.ts';
import { sourceHostsOf } from './revocation-sources.ts';
import { createSign, type SignParts } from './sign.ts';
import { httpTimeStamps, type TimeStamps } from './stamps.ts';

/** The authorities in EID_TRUST_FILE, read on use: the file may be created after the service has started. */
export const trustedOf = (settings: Pick<Settings, 'EID_TRUST_FILE'>) => async () =>
  readCertificates(await readFile(settings.EID_TRUST_FILE, 'utf8'));

/** The time stamp service that the settings name. */
export const stampsOf = (settings: Settings): TimeStamps =>
  httpTimeStamps({
    url: settings.TSA_URL,
    timeoutMs: settings.EID_TIMEOUT_MS,
    trusted: trustedOf(settings),
  });

/**
 * Revocation by OCSP and revocation lists. Asked are the hosts of REVOCATION_HOSTS, of the services themselves, and those
 * that the trusted authorities' own certificates name.
 */
export const revocationOf = (settings: Settings): RevocationCheck => {
  const { REVOCATION_HOSTS, REVOCATION_TIMEOUT_MS, EID_URL, TSA_URL } = settings;
  const services = [EID_URL, TSA_URL].map((url) => new URL(url).host);
  const trusted = trustedOf(settings);
  return httpRevocation({
    timeoutMs: REVOCATION_TIMEOUT_MS,
    hosts: async () => new Set([...REVOCATION_HOSTS, ...services, ...sourceHostsOf(await trusted())]),
  });
};

/** Signing with the services given, by default those that the settings name. */
export const createSigning = (
  parts: Pick<SignParts, 'db' | 'clock' | 'logger' | 'files' | 'contents' | 'mails'> & {
    settings: Settings;
    eid?: EidService | undefined;
    stamps?: TimeStamps | undefined;
  },
) => {
  const { settings, eid = eidFromSettings(settings), stamps = stampsOf(settings), ...others } = parts;
  const revocation = revocationOf(settings);
  const keysOf = createPaperMaker(others);
  const trusted = trustedOf(settings);
  const { EID_SECONDS: seconds, EID_CALLS: mostCalls } = settings;
  const sign = createSign({ ...others, eid, stamps, revocation, trusted, keysOf, seconds, mostCalls });
  return { sign, keysOf };
};
