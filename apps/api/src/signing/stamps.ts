import { hash, randomBytes } from 'node:crypto';
import { EidSilent } from '@hofn/service/eid.ts';
import { Integer, OctetString } from 'asn1js';
import {
  AlgorithmIdentifier,
  type Certificate,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';
import { checkStamp } from './cms.ts';

/** A time stamp: ContentInfo in DER, and its time. */
export type Stamp = { token: Uint8Array; at: Date };

/** A time stamp authority. */
export type TimeStamps = {
  /** @throws EidSilent when there is no valid time stamp */
  stamp(data: Uint8Array, now: Date): Promise<Stamp>;
};

const granted = [0, 1];
/** Largest difference from our clock: the authority's time becomes the time of the signature. */
const maxSkewMs = 5 * 60_000;

/** A time stamp authority over HTTP (RFC 3161). */
export const httpTimeStamps = (settings: {
  url: string;
  timeoutMs: number;
  trusted: () => Promise<Certificate[]>;
}): TimeStamps => {
  const ask = async (data: Uint8Array, now: Date): Promise<Stamp> => {
    const imprint = hash('sha256', data, 'buffer');
    // The leading 1 keeps the number positive.
    const nonce = Buffer.concat([Buffer.from([1]), randomBytes(8)]);
    const request = new TimeStampReq({
      version: 1,
      messageImprint: new MessageImprint({
        hashAlgorithm: new AlgorithmIdentifier({ algorithmId: '2.16.840.1.101.3.4.2.1' }),
        hashedMessage: new OctetString({ valueHex: imprint }),
      }),
      nonce: new Integer({ valueHex: nonce }),
      certReq: true,
    });
    const answer = await fetch(settings.url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query' },
      body: Buffer.from(request.toSchema().toBER()),
      signal: AbortSignal.timeout(settings.timeoutMs),
      redirect: 'error',
    });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const { status, timeStampToken } = TimeStampResp.fromBER(await answer.arrayBuffer());
    if (!granted.includes(status.status) || !timeStampToken) throw new Error(`refused with ${status.status}`);
    const token = Buffer.from(timeStampToken.toSchema().toBER());
    await checkStamp(token, data, await settings.trusted(), now);
    const { eContent } = new SignedData({ schema: timeStampToken.content }).encapContentInfo;
    const info = TSTInfo.fromBER(eContent?.getValue() ?? new ArrayBuffer(0));
    if (!info.nonce || !nonce.equals(info.nonce.valueBlock.valueHexView))
      throw new Error('its nonce is not ours');
    if (Math.abs(info.genTime.getTime() - now.getTime()) > maxSkewMs)
      throw new Error(`its time ${info.genTime.toISOString()} is too far from ours`);
    return { token, at: info.genTime };
  };
  return {
    stamp: (data, now) =>
      ask(data, now).catch((error: unknown) => {
        throw new EidSilent('no time stamp', { cause: error });
      }),
  };
};
