import type { Db } from '@hofn/database';
import { pathOf } from '@hofn/texts/paths.ts';
import { createCheckCodes, hashOfCode } from '../platform/check-codes.ts';
import type { ProofRow, ProofStore } from './store.ts';

/** The code of a proof, and the page that checks it. */
export type ProofCode = { checkCode: string; checkUrl: string };

/** Creates the codes of proofs and stores their hashes. */
export const createProofCodes = ({
  store,
  secret,
  site,
}: {
  store: ProofStore;
  secret: string | undefined;
  /** Base address of the site, where codes are checked. */
  site: string;
}) => {
  const codeOf = createCheckCodes(secret);
  /** The codes of proofs. A hash that is missing is stored, because a process without a secret has codes of its own. */
  const all = async (proofs: readonly ProofRow[], to?: Db): Promise<(proof: ProofRow) => ProofCode> => {
    const plainOf = (proof: ProofRow) => codeOf(['proof', proof.customerId, proof.id]);
    await store.storeCodes(
      proofs.map((row) => ({ row, hash: hashOfCode(plainOf(row)) })),
      to,
    );
    return (proof) => {
      const checkCode = plainOf(proof);
      // In the fragment, the code is sent to no server until somebody asks to check it.
      return { checkCode, checkUrl: `${site}${pathOf('proofCheck', proof.language)}/#${checkCode}` };
    };
  };
  return {
    all,
    one: async (proof: ProofRow, to?: Db): Promise<ProofCode> => (await all([proof], to))(proof),
  };
};
export type ProofCodes = ReturnType<typeof createProofCodes>;
