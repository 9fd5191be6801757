import { scenario } from './guards.mjs'

/** Verification: by the server, by the file alone, and by heads that are kept elsewhere. */

const api = test => ({ file: 'app/api/record.database.test.ts', test })
const audit = test => ({ file: 'scripts/audit.test.mjs', test })
const heads = test => ({ file: 'lib/server/heads-file.database.test.ts', test })

/** @type {import('./mutations.mjs').Mutation[]} */
export const RECORD = [
  {
    invariant: 'I18 the chain',
    name: 'stored content may be something else than its hash says',
    file: 'lib/run/export/verify-record.ts',
    from: ' ?? (await rowFault(tx, chain, head))',
    to: '',
    guard: api('a text that it names by its hash'),
  },
  {
    invariant: 'I18 the chain',
    name: 'a call may be shown as something else than was recorded',
    file: 'lib/run/export/verify-record.ts',
    from: ': callFault(tx, chain)',
    to: ': (callFault, null)',
    guard: scenario('forged-record', 'the verifier names it'),
  },
  {
    invariant: 'I18 the chain',
    name: 'a session may vanish without a trace',
    file: 'lib/run/export/verify-record.ts',
    from: '    broken ??= await unaccounted(deps)\n',
    to: '',
    guard: api('a whole session that is gone'),
  },
  {
    invariant: 'I18 the chain',
    name: 'Health does not learn what a verification came to',
    file: 'lib/run/export/verify-record.ts',
    from: '    await saveRecordCheck(deps.db, { at: verified.checkedAt, ok: verified.ok })\n',
    to: '',
    guard: api('verifies, of a session and of everything'),
  },
  {
    invariant: 'I18 the chain',
    name: 'a record that verifies again stays stopped',
    file: 'lib/run/export/verify-record.ts',
    from: '  else await reportMendedRecord(deps, chain)\n',
    to: '',
    guard: api('until what was there is put back'),
  },
  {
    invariant: 'I18 the chain',
    name: 'a file that was cut between two chains verifies',
    file: 'lib/record/verify-export.ts',
    from: 'this.#current || (this.#isWhole && !this.#ended.has(INSTALLATION))',
    to: 'this.#current',
    guard: audit('the file was cut between two chains'),
  },
  {
    invariant: 'I18 the chain',
    name: 'any key will do for an export',
    file: 'lib/record/verify-export.ts',
    from: 'publicKey !== trusted',
    to: 'false',
    guard: audit('where the key is not the given one'),
  },
  {
    invariant: 'I18 the chain',
    name: 'heads that were kept elsewhere do not see an older copy',
    file: 'lib/record/verify-export.ts',
    from: 'last && last.seq > length ? last : null',
    to: 'null',
    guard: audit('an older copy'),
  },
  {
    invariant: 'I18 the chain',
    name: 'heads that were kept elsewhere do not see a rewritten end',
    file: 'lib/record/verify-export.ts',
    from: 'kept && kept.hash !== link.hash',
    to: 'false && kept',
    guard: audit('a rewritten end'),
  },
  {
    invariant: 'I18 the chain',
    name: 'a head that nobody signed counts as kept',
    file: 'lib/record/kept-heads.ts',
    from: 'return isSigned ?',
    to: 'return heads ?',
    guard: audit('count for nothing where their line was torn or is not signed'),
  },
  {
    invariant: 'I18 the chain',
    name: 'no head is kept after a Run',
    file: 'lib/server/heads-file.ts',
    from: "facts.some(({ type }) => type === 'run.ended')",
    to: 'false',
    guard: heads('after each Run its session’s head'),
  },
  {
    invariant: 'I18 the chain',
    name: 'a torn line takes the next head with it',
    file: 'lib/server/heads-file.ts',
    from: '(await endsInLine(file)) ?',
    to: 'false ?',
    guard: heads('a line that was torn'),
  },
]
