import type { Database } from '@/lib/store/connection/database'

export const A = '018f0000-0000-7000-8000-00000000000a'
export const B = '018f0000-0000-7000-8000-00000000000b'
export const NOW = '2026-03-10T12:00:00.000Z'

const ids = (kind: string, n: number | string) => `018f0000-0000-7000-${kind}-${String(n).padStart(12, '0')}`

const session = (id: string, title: string) => `
  WITH head AS (INSERT INTO "SessionHead" ("sessionId", seq, usage) VALUES ('${id}', 1, '{}'))
  INSERT INTO "Session" (id, title, model, dialect, mode, thinking, limits, compaction, tools, workspace, "createdAt", "updatedAt")
  VALUES ('${id}', '${title}', 'm', 'auto', 'ask', 'default', '{}', '{}', '{}', '', '${NOW}', '${NOW}')`

type Seed = { of?: string; model?: string; from: string; seconds?: number; usage: Record<string, unknown> }

export const request = (number: number, { of = A, model = 'maker:one', from, seconds = 10, usage }: Seed) => `
  INSERT INTO "Request" (id, "sessionId", "runId", number, model, dialect, purpose, instructions, tools, keep, "contextHash",
    append, received, "finishReason", usage, attempts, "startedAt", "endedAt")
  VALUES (gen_random_uuid(), '${of}', '${ids('9000', of.slice(-1) === 'a' ? 1 : 2)}', ${number}, '${model}', 'native', 'loop',
    '', '', 0, '', '{}', '{}', 'stop', '${JSON.stringify(usage)}', 1, '${from}',
    '${from}'::timestamptz + interval '${seconds} seconds')`

export const tokens = (inputTokens: number, outputTokens: number, more: Record<string, unknown> = {}) => ({
  ...{ inputTokens, outputTokens, cachedTokens: 0, reasoningTokens: 0 },
  ...{ totalTokens: inputTokens + outputTokens, ...more },
})

type Proposed = {
  tool?: string
  /** Of the Request that asked for it; none where a person did. */
  request?: number
  at: string
  state?: string
  /** Columns that tell what became of it. */
  more?: Record<string, string>
  parent?: number
  decided?: [at: string, by: string][]
  told?: [type: string, at: string][]
}

/** A Call of session A, in a set of its own. */
function call(n: number, proposed: Proposed): string[] {
  const { tool = 'write_file', request: number, at, state = 'settled', parent } = proposed
  const more = { ...(state === 'settled' ? { result: '{}' } : { why: 'policy' }), ...proposed.more }
  const columns = Object.keys(more).map(name => `, "${name}"`)
  const values = Object.values(more).map(value => `, '${value}'`)
  const isPersons = number === undefined
  return [
    `INSERT INTO "CallSet" (id, "sessionId", origin, "runId", request, size, "createdAt") VALUES ('${ids('a000', n)}', '${A}',
      '${isPersons ? 'person' : 'model'}', ${isPersons ? 'NULL, NULL' : `'${ids('9000', 1)}', ${number}`}, 1, '${at}')`,
    `INSERT INTO "Call" (id, "setId", "sessionId", index, "providerCallId", tool, source, dialect, method, "readOnly",
        idempotent, "definitionHash", state, risk, "proposedTool", "proposedText", digest, "parentCallId"${columns.join('')})
      VALUES ('${ids('b000', n)}', '${ids('a000', n)}', '${A}', 0, '', '${tool}', 'builtin', 'native', 'explicit', false,
        false, '', '${state}', '{}', '${tool}', '{}', '', ${parent ? `'${ids('b000', parent)}'` : 'NULL'}${values.join('')})`,
    ...(proposed.decided ?? []).map(
      ([when, by]) => `INSERT INTO "Decision" (id, "sessionId", "callId", kind, "by", at, digest)
      VALUES (gen_random_uuid(), '${A}', '${ids('b000', n)}', 'approve', '{"type": "${by}"}', '${when}', '')`,
    ),
    ...(proposed.told ?? []).map(
      ([type, when], place) => `INSERT INTO "Event" (chain, seq, at, types, subjects, payloads, hashes)
      VALUES ('${A}', ${n * 100 + place}, '${when}', '{${type}}', '{${ids('b000', n)}}', ARRAY['{}'], '{x}')`,
    ),
  ]
}

const ran = (from: string, to: string) => ({ startedAt: from, endedAt: to })

/** Two sessions that used something in ten days, in every way in which something can be used. */
export async function fillUsage(db: Database): Promise<void> {
  const run = (id: string, n: number, number: number) => `
    INSERT INTO "Run" (id, "sessionId", number, position, status, limits, overrides, usage, "queuedAt", "endedAt", "stopReason")
    VALUES ('${ids('9000', n)}', '${id}', ${number}, 1, 'ended', '{}', '{}', '{}', '${NOW}', '${NOW}', 'final_text')`
  const statements = [
    ...[session(A, 'Release notes'), session(B, 'Nightly audit'), run(A, 1, 1), run(B, 2, 1)],
    // 23:30 in UTC is the next day in Berlin, and still this one in New York.
    request(1, { from: '2026-03-01T23:30:00Z', usage: tokens(1000, 100, { cachedTokens: 400, cost: 0.25 }) }),
    request(2, {
      from: '2026-03-02T10:00:00Z',
      usage: tokens(2000, 200, { reasoningTokens: 50, cost: 0.5 }),
    }),
    request(3, { model: 'maker:free', from: '2026-03-02T11:00:00Z', usage: tokens(300, 30) }),
    request(4, { model: 'maker:odd', from: '2026-03-03T11:00:00Z', usage: { inputTokens: 'many' } }),
    request(1, {
      of: B,
      model: 'maker:free',
      from: '2026-03-04T11:00:00Z',
      seconds: 60,
      usage: tokens(500, 50),
    }),
    // It waited for two days, then ran for five seconds.
    ...call(1, {
      ...{ request: 2, at: '2026-03-02T10:00:10Z', decided: [['2026-03-04T10:00:10Z', 'person']] },
      more: ran('2026-03-04T10:00:10Z', '2026-03-04T10:00:15Z'),
    }),
    // A rule let it pass at once.
    ...call(2, {
      ...{
        tool: 'read_file',
        request: 3,
        at: '2026-03-02T11:00:10Z',
        decided: [['2026-03-02T11:00:10Z', 'rule']],
      },
      more: ran('2026-03-02T11:00:10Z', '2026-03-02T11:00:11Z'),
    }),
    // Decided after a minute, its file changed, decided again ten minutes after it came to wait anew.
    ...call(3, {
      ...{
        request: 3,
        at: '2026-03-03T11:00:00Z',
        more: { voids: '{"x": "drifted"}', endedAt: '2026-03-03T13:10:00Z' },
      },
      decided: [
        ['2026-03-03T11:01:00Z', 'person'],
        ['2026-03-03T13:10:00Z', 'person'],
      ],
      told: [
        ['call.waiting', '2026-03-03T11:00:00Z'],
        ['call.waiting', '2026-03-03T13:00:00Z'],
      ],
    }),
    // The server died while it ran: how long it acted nobody knows; then somebody was asked for half an hour.
    ...call(4, {
      ...{
        tool: 'run_command',
        request: 4,
        at: '2026-03-05T09:00:00Z',
        decided: [['2026-03-05T09:00:20Z', 'person']],
      },
      more: {
        ...ran('2026-03-05T09:00:20.000Z', '2026-03-05T12:30:00Z'),
        evidence: '{"startedAt": "2026-03-05T09:00:20.000Z", "processDead": true}',
      },
      told: [['call.waiting', '2026-03-05T12:00:00Z']],
    }),
    // A person asked for it, and so decided nothing; a server asked that person for 20 of its 30 seconds.
    ...call(5, {
      ...{ tool: 'ask', at: '2026-03-06T09:00:00Z', decided: [['2026-03-06T09:00:00Z', 'person']] },
      more: ran('2026-03-06T09:00:00Z', '2026-03-06T09:00:30Z'),
    }),
    ...call(6, {
      ...{ tool: 'elicitation', request: 4, at: '2026-03-06T09:00:05Z', parent: 5 },
      ...{ decided: [['2026-03-06T09:00:25Z', 'person']], more: { endedAt: '2026-03-06T09:00:25Z' } },
    }),
    // Nobody ever decided: the run was stopped. And one waits still.
    ...call(7, { request: 4, at: '2026-03-07T09:00:00Z', more: { endedAt: '2026-03-07T10:00:00Z' } }),
    ...call(8, {
      request: 4,
      at: '2026-03-10T11:00:00Z',
      state: 'waiting',
      more: { since: '2026-03-10T11:00:00Z' },
    }),
  ]
  for (const statement of statements) await db.$executeRawUnsafe(statement)
}
