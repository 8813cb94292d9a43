import { hash, randomBytes } from 'node:crypto';
import type { Clock } from '@hofn/domain/clock.ts';
import { fromBER, Integer } from 'asn1js';
import { Accuracy, MessageImprint, PKIStatusInfo, TimeStampReq, TimeStampResp, TSTInfo } from 'pkijs';
import type { Authority } from './authority.ts';
import { oid, signCms } from './cms.ts';

/** Best-practices policy for time stamps of EN 319 421. */
const policy = '0.4.0.2023.1.1';
const sha256 = '2.16.840.1.101.3.4.2.1';
const status = { granted: 0, rejection: 2 } as const;

const refused = () =>
  new TimeStampResp({ status: new PKIStatusInfo({ status: status.rejection }) }).toSchema().toBER();

/** Answers a request for a time stamp (RFC 3161) over a SHA-256 with the time that it is now. */
export const stamp = async (
  request: Uint8Array,
  authority: Authority,
  clock: Clock,
): Promise<ArrayBuffer> => {
  let asked: TimeStampReq;
  try {
    asked = new TimeStampReq({ schema: fromBER(Uint8Array.from(request).buffer).result });
  } catch {
    return refused();
  }
  const { messageImprint, nonce, certReq } = asked;
  const imprint = messageImprint.hashedMessage.valueBlock.valueHexView;
  if (messageImprint.hashAlgorithm.algorithmId !== sha256 || imprint.length !== 32) return refused();
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
    authority.stamper,
    certReq ? [authority.stamper.certificate, authority.root] : [],
  );
  return new TimeStampResp({ status: new PKIStatusInfo({ status: status.granted }), timeStampToken })
    .toSchema()
    .toBER();
};
