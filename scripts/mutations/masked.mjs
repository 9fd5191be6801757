/** Secrets and what stands in their place: I11, I12. */

const scenario = test => ({ file: 'lib/run/secrets.scenario.test.ts', test })
const PLANTED = {
  file: 'app/api/planted-secrets.database.test.ts',
  test: 'planted secrets are found nowhere',
}
const REDACTION = 'lib/context/redaction'

/** @type {import('./mutations.mjs').Mutation[]} */
export const MASKED = [
  {
    invariant: 'I11 no known secret anywhere',
    name: 'what a tool gives back is stored as it is',
    file: 'lib/run/execute.ts',
    from: 'const safe = storable(given.value)',
    to: 'const safe = storable(told)',
    guard: scenario('that a tool gives back'),
  },
  {
    invariant: 'I11 no known secret anywhere',
    name: 'output on its way is told as it is',
    file: 'lib/run/execute.ts',
    from: '  return new MaskedStream(deps, { sessionId, onText })',
    to: '  return { add: onText, end: () => undefined } as unknown as MaskedStream',
    guard: PLANTED,
  },
  {
    invariant: 'I11 no known secret anywhere',
    name: 'what a model says is stored as it is',
    file: 'lib/run/masked-answer.ts',
    from: 'return signed.masked > 0 ? plain.value : solution',
    to: 'return signed.masked > 0 ? solution : solution',
    guard: PLANTED,
  },
  {
    invariant: 'I11 no known secret anywhere',
    name: 'what a provider signed goes back with the secret in it',
    file: 'lib/run/masked-answer.ts',
    from: 'plain.masked > 0 ? plain : await',
    to: 'plain.masked >= 0 ? plain : await',
    guard: scenario('goes back to its provider only where it holds none'),
  },
  {
    invariant: 'I11 no known secret anywhere',
    name: 'what a provider says of a failure is stored as it is',
    file: 'lib/run/masked-answer.ts',
    from: "if (answer.kind === 'failure') return (await masked(deps, { sessionId }, answer)).value",
    to: "if (answer.kind === 'failure') return answer",
    guard: PLANTED,
  },
  {
    invariant: 'I11 no known secret anywhere',
    name: 'a preview shows what a file holds',
    file: 'lib/run/assess.ts',
    from: 'return storable((await masked(deps, { sessionId }, { preview: shown, risks })).value)',
    to: 'return storable({ preview: shown, risks })',
    guard: PLANTED,
  },
  {
    invariant: 'I11 no known secret anywhere',
    name: 'what a person rules is stored as they wrote it',
    file: 'lib/run/decide.ts',
    from: 'const about = { ...given, input }',
    to: 'const about = { ...given, input: given.input ?? input }',
    guard: PLANTED,
  },
  {
    invariant: 'I11 no known secret anywhere',
    name: 'a message is stored as it was written',
    file: 'lib/run/intake.ts',
    from: 'const about = { ...given, ...told }',
    to: 'const about = { ...told, ...given }',
    guard: scenario('that a person types'),
  },
  {
    invariant: 'I11 no known secret anywhere',
    name: 'the log tells all',
    file: 'lib/server/log.ts',
    from: 'toLine(hide({ at: new Date().toISOString(), level, message, ...always, ...fields }))',
    to: 'toLine({ at: new Date().toISOString(), level, message, ...always, ...fields })',
    guard: { file: 'lib/server/log.test.ts', test: 'a secret that the server holds is in none' },
  },
  {
    invariant: 'I11 no known secret anywhere',
    name: 'a stream gives out what may be the beginning of a secret',
    file: `${REDACTION}/stream-masker.ts`,
    from: 'next.found ? next.found.at : next.upTo',
    to: 'next.found ? next.found.at : this.#held.length',
    guard: { file: `${REDACTION}/redact.test.ts`, test: 'a stream in pieces is masked as the whole' },
  },
  {
    invariant: 'I11 no known secret anywhere',
    name: 'a known secret ends where a pattern does',
    file: `${REDACTION}/scanner.ts`,
    from: '      end = Math.max(end, known.end)',
    to: '',
    guard: { file: `${REDACTION}/redact.test.ts`, test: 'a known one that a value ends in' },
  },
  {
    invariant: 'I11 no known secret anywhere',
    name: 'a secret of the server can be released',
    file: 'lib/run/release-secret.ts',
    from: "if (found.kind === 'known') return",
    to: 'if (found.n < 0) return',
    guard: scenario('cannot be what the server holds'),
  },
  {
    invariant: 'I12 no mask in a file',
    name: 'a Call runs with the handle of a secret',
    file: 'lib/run/assess.ts',
    from: 'if (holdsHandle(wanted.argumentsText)) return heldBack(wanted.argumentsText)',
    to: 'if (wanted.tool === "") return heldBack(wanted.argumentsText)',
    guard: scenario('never runs and says why'),
  },
  {
    invariant: 'I12 no mask in a file',
    name: 'a handle that escapes spell is not seen',
    file: 'lib/domain/secret-handle.ts',
    from: "argumentsText.includes('\\\\u') &&",
    to: 'false &&',
    guard: scenario('cannot be made of another by an edit'),
  },
]
