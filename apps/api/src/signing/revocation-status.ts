/** What an authority says about one of its certificates. */
export type CertificateStatus = 'good' | 'revoked' | 'unknown';

/** Tolerance for an authority's clock. */
const maxClockSkewMs = 5 * 60_000;
/** How old an answer may be that does not say when the next one comes. */
const maxAgeMs = 24 * 3_600_000;

/** @throws Error when an answer is from the future or outdated */
export const expectCurrent = (
  { thisUpdate, nextUpdate }: { thisUpdate: Date; nextUpdate: Date | undefined },
  now: Date,
): void => {
  const validUntil = nextUpdate ?? new Date(thisUpdate.getTime() + maxAgeMs);
  if (
    thisUpdate.getTime() > now.getTime() + maxClockSkewMs ||
    validUntil.getTime() < now.getTime() - maxClockSkewMs
  )
    throw new Error(`not current: from ${thisUpdate.toISOString()} until ${validUntil.toISOString()}`);
};
