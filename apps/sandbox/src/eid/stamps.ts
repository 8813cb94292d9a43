import { hash, randomBytes } from 'node:crypto';
import type { Clock } from '@hofn/domain/clock.ts';
import { fromBER, Integer } from 'asn1js';
import { Accuracy, MessageImprint, PKIStatusInfo, TimeStampReq, TimeStampResp, TSTInfo } from 'pkijs';
import type { Branch } from './authority.ts';
import { oid, signCms } from './cms.ts';

/** Best-practice time stamp policy (EN 319 421). */
const policy = '0.4.0.2023.1.1';
const sha256 = '2.16.840.1.101.3.4.2.1';
const status = { granted: 0, rejection: 2 } as const;

const rejection = () =>
  new TimeStampResp({ status: new PKIStatusInfo({ status: status.rejection }) }).toSchema().toBER();

/** Issues an RFC 3161 time stamp over a SHA-256 hash. */
export const stamp = async (
  request: Uint8Array,
  { stamper, chain }: Branch,
  clock: Clock,
): Promise<ArrayBuffer> => {
  let parsed: TimeStampReq;
  try {
    parsed = new TimeStampReq({ schema: fromBER(Uint8Array.from(request).buffer).result });
  } catch {
    return rejection();
  }
  const { messageImprint, nonce, certReq } = parsed;
  const imprint = messageImprint.hashedMessage.valueBlock.valueHexView;
  if (messageImprint.hashAlgorithm.algorithmId !== sha256 || imprint.length !== 32) return rejection();
  const info = new TSTInfo({
    version: 1,
    policy,
    messageImprint: new MessageImprint({
      hashAlgorithm: messageImprint.hashAlgorithm,
      hashedMessage: messageImprint.hashedMessage,
    }),
    serialNumber: new Integer({ valueHex: Buffer.concat([Buffer.from([1]), randomBytes(8)]) }),
    genTime: clock.now(),
    accuracy: new Accuracy({ seconds: 1 }),
    ...(nonce && { nonce }),
  });
  const content = Buffer.from(info.toSchema().toBER());
  const timeStampToken = await signCms(
    { type: oid.timeStampInfo, sha256: hash('sha256', content, 'buffer'), content },
    stamper,
    certReq ? [stamper.certificate, ...chain.slice(-1)] : [],
  );
  return new TimeStampResp({ status: new PKIStatusInfo({ status: status.granted }), timeStampToken })
    .toSchema()
    .toBER();
};
