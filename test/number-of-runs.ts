/** So often a property is tried in `npm run proof`; for every change an eighth as often. */
export const numberOfRuns = (inProof: number): number =>
  process.env.TEST_SCOPE === 'proof' ? inProof : Math.ceil(inProof / 8)
