/** What is stored outlives the program: I21. */

const EVENTS = 'app/api/newer-events.database.test.ts'
const ROWS = 'app/api/strange-rows.database.test.ts'

/** @type {import('./mutations.mjs').Mutation[]} */
export const STORED = [
  {
    invariant: 'I21 events',
    name: 'one of a kind that is not known is read as if it were',
    file: 'lib/store/record/event.ts',
    from: '  if (!isEventType(type) || !data) return event({ ...payload, unknown: true })\n',
    to: '  if (!isEventType(type) || !data) throw new Error(type)\n',
    guard: { file: EVENTS, test: 'is told as it is in its session, and what follows it too' },
  },
  {
    invariant: 'I21 events',
    name: 'one that cannot be read is not told',
    file: 'lib/store/record/event.ts',
    from: 'readEventData(type, data) ?? { ...data, unknown: true }',
    to: 'EVENTS[type].parse(data)',
    guard: { file: EVENTS, test: 'is told among those of all sessions, and holds nobody up' },
  },
  {
    invariant: 'I21 events',
    name: 'the page folds what it does not know',
    file: 'lib/domain/session/view.ts',
    from: '  if (!isKnownEvent(event)) return completeView(parts)\n',
    to: '  if (!isKnownEvent(event)) return completeView({ ...parts, ...event.data })\n',
    guard: {
      file: 'lib/domain/session/view.test.ts',
      test: 'counts an event of a kind that it does not know',
    },
  },
  {
    invariant: 'I21 notes',
    name: 'one of a newer process takes the others with it',
    file: 'lib/live/postgres-bus.ts',
    from: 'notes.flatMap(note => BusMessage.safeParse(note).data ?? [])',
    to: 'notes.map(note => BusMessage.parse(note))',
    guard: { file: 'lib/live/postgres-bus.database.test.ts', test: 'a note of a kind that only newer' },
  },
  {
    invariant: 'I21 keys',
    name: 'keys that are not known are dropped',
    file: 'lib/store/connection/stored.ts',
    from: 'catchall: z.unknown() }',
    to: 'catchall: undefined }',
    guard: { file: 'lib/store/connection/stored.test.ts', test: 'keeps keys that are not known' },
  },
  {
    invariant: 'I21 rows',
    name: 'what is marked is worked on',
    file: 'lib/store/connection/stored.ts',
    from: 'if (read === null || isSetAside(read)) throw',
    to: 'if (read === null) throw',
    guard: { file: ROWS, test: 'is shown as that, is worked on by nobody' },
  },
  {
    invariant: 'I21 rows',
    name: 'a kind that is not known makes the whole unreadable',
    file: 'lib/store/connection/stored.ts',
    from: "if (strange.success) return marked(strange.data as z.output<T>, 'unknown')",
    to: "if (strange.success) throw new NotReadable('It')",
    guard: { file: ROWS, test: 'is listed as that, is worked on by nobody' },
  },
  {
    invariant: 'I21 rows',
    name: 'what is missing has no default',
    file: 'lib/store/connection/stored.ts',
    from: '{ ...defaults, ...value }',
    to: 'value',
    guard: { file: ROWS, test: 'without a key that came later has its default' },
  },
  {
    invariant: 'I21 rules',
    name: 'one that cannot be read is left out',
    file: 'lib/store/call/rule.ts',
    from: 'isSetAside(rule) ? { ...rule, ...ASKS } : rule',
    to: 'rule',
    guard: {
      file: 'lib/store/call/rule.test.ts',
      test: 'lets nothing through, and everything be asked about',
    },
  },
  {
    invariant: 'I21 migrations',
    name: 'each of a start commits alone',
    file: 'scripts/postgres/migrate.mjs',
    from: '    for (const migration of migrations) {\n      current = migration\n',
    to: "    for (const migration of migrations) {\n      current = migration\n      await client.query('COMMIT; BEGIN')\n",
    guard: { file: 'scripts/postgres/embedded.test.mjs', test: 'nothing of the others is kept' },
  },
  {
    invariant: 'I21 migrations',
    name: 'one that has landed may be edited',
    file: 'scripts/postgres/landed-migrations.mjs',
    from: 'landed !== undefined && landed !== checksum',
    to: 'landed === null',
    guard: { file: 'scripts/postgres/landed-migrations.test.mjs', test: 'is neither edited nor taken away' },
  },
  {
    invariant: 'I21 callbacks',
    name: 'a listener that throws unsays what was stored',
    file: 'lib/domain/tell-each.ts',
    from: '      report(error)\n',
    to: '      report(error)\n      throw error\n',
    guard: {
      file: 'app/api/after-commit.database.test.ts',
      test: 'a listener that throws neither unsays what was stored',
    },
  },
  {
    invariant: 'I21 callbacks',
    name: 'a tail that throws reads never again',
    file: 'lib/live/log-follower.ts',
    from: '    } finally {\n      this.#reading = false\n    }\n',
    to: '    }\n    if (!unread) this.#reading = false\n',
    guard: {
      file: 'lib/live/log-follower.test.ts',
      test: 'where what is read cannot be told it is read again',
    },
  },
]
