import { scenario, unit } from './guards.mjs'

/** What is large holds up nobody: I20. */

const api = test => ({ file: 'app/api/large-input.database.test.ts', test })
const large = test => scenario('large-work', test)
const pool = test => unit('threads/thread-pool', test)
const INVARIANT = 'I20 no input holds up everybody'

/** @type {import('./mutations.mjs').Mutation[]} */
export const BOUNDED = [
  {
    invariant: INVARIANT,
    name: 'the loop is refused where too much large work waits',
    file: 'lib/server/start-process.ts',
    from: '{ ...deps, compute: threads.compute }',
    to: 'deps',
    guard: large('a request is refused, and the loop waits its turn'),
  },
  {
    invariant: INVARIANT,
    name: 'what a request begins goes on as if it were one',
    file: 'lib/run/loop/store-input.ts',
    from: '(deps, ending) => advance(deps,',
    to: '(_, ending) => advance(this.#deps,',
    guard: large('a request is refused, and the loop waits its turn'),
  },
  {
    invariant: INVARIANT,
    name: 'what was given up waits on',
    file: 'lib/run/loop/running-tasks.ts',
    from: "    gone.abort(new JobUnwanted('The task that this is part of was given up.'))\n",
    to: '',
    guard: large('a stop ends the wait, and nothing of it is left'),
  },
  {
    invariant: INVARIANT,
    name: 'what was not examined is taken for what it looks like',
    file: 'lib/run/calls/assess.ts',
    from: "return ['unexamined']",
    to: 'return []',
    guard: large('to look for characters that deceive: a person is asked'),
  },
  {
    invariant: INVARIANT,
    name: 'a reply that is too large is a bug',
    file: 'lib/run/request/masked-answer.ts',
    from: 'if (!isJobOverdue(error)) throw error',
    to: 'if (error) throw error',
    guard: large('to look for secrets in a reply: the Run ends, and says so'),
  },
  {
    invariant: INVARIANT,
    name: 'what is too large is told as a bug',
    file: 'lib/run/loop/fail-run.ts',
    from: 'if (isJobOverdue(error))',
    to: 'if (false)',
    guard: large('to look for secrets in what the Run is told'),
  },
  {
    invariant: INVARIANT,
    name: 'what may take long runs where everybody is served',
    file: 'lib/threads/thread-pool.ts',
    from: 'if (job.size(input) < THREAD_SIZE) return job.run(input)',
    to: 'if (job.size(input) > 0) return job.run(input)',
    guard: pool('lets everything else go on while a job runs'),
  },
  {
    invariant: INVARIANT,
    name: 'a thread outlives the job that is overdue in it',
    file: 'lib/threads/thread-pool.ts',
    from: '    void this.#drop(thread)\n    thread.running?.settle',
    to: '    thread.running?.settle',
    guard: pool('ends a job that is overdue together with its thread'),
  },
  {
    invariant: INVARIANT,
    name: 'slow jobs take every thread',
    file: 'lib/threads/thread-pool.ts',
    from: 'mayBeSlow || !isSlow',
    to: 'mayBeSlow || isSlow || !isSlow',
    guard: pool('keeps a thread free of slow jobs'),
  },
  {
    invariant: INVARIANT,
    name: 'a pattern may be of any size',
    file: 'lib/tools/files/search/search-texts.ts',
    from: 'if (steps > MOST_STEPS)',
    to: 'if (steps > Infinity)',
    guard: api('a pattern that no text is short enough for is refused'),
  },
  {
    invariant: INVARIANT,
    name: 'a search that was ended says nothing of it',
    file: 'lib/tools/files/search/search-tree.ts',
    from: '    search.unsearched.push(...files.map(({ path }) => path))\n',
    to: '',
    guard: api('others are answered while a search takes longer than it may'),
  },
  {
    invariant: INVARIANT,
    name: 'a body may hold as many values as fit into it',
    file: 'lib/json/json-text.ts',
    from: 'if (this.#values > JSON_VALUES)',
    to: 'if (this.#values > Infinity)',
    guard: api('a body that holds more values than are read is refused before it is built'),
  },
  {
    invariant: INVARIANT,
    name: 'secrets are looked for where everybody is served',
    file: 'lib/run/write/mask.ts',
    from: 'await deps.compute(FIND_SECRETS, { secrets, value })',
    to: 'FIND_SECRETS.run({ secrets, value })',
    guard: api('the secrets of a large call are looked for in a thread'),
  },
  {
    invariant: INVARIANT,
    name: 'secrets are hashed where everybody is served',
    file: 'lib/run/write/mask.ts',
    from: 'await deps.compute(HASH_SECRETS, {',
    to: 'HASH_SECRETS.run({',
    guard: api('the secrets of a large call are hashed in a thread'),
  },
  {
    invariant: INVARIANT,
    name: 'a job is in no list',
    file: 'lib/threads/jobs.ts',
    from: '  FIND_SUSPICIONS,\n',
    to: '',
    guard: unit('threads/jobs', 'every job is known to the threads'),
  },
  {
    invariant: INVARIANT,
    name: 'a long pause is told to nobody',
    file: 'lib/server/health/event-loop.ts',
    from: 'if (ms >= LONG_MS)',
    to: 'if (ms >= Infinity)',
    guard: unit('server/health/event-loop', 'a pause that people notice is told in the log'),
  },
]
