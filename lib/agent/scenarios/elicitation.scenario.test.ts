import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { CallSet, WaitingCall } from '@/lib/domain/call/call'
import type { JsonSchema } from '@/lib/domain/call/tool'
import { OWNER } from '@/lib/domain/contract/person'
import type { NewSession } from '@/lib/domain/session/session'
import {
  defineTool,
  type ElicitAnswer,
  type PerformContext,
  type ToolDefinition,
} from '@/lib/tools/define-tool'
import {
  calls,
  ok,
  type Ruling,
  refused,
  ruling,
  type Scenario,
  type Scripted,
  scenario,
} from '@/test/world/scenario'
import { AT_ONCE, createWorld, IMPATIENT } from '@/test/world/world'
import { addUserSet } from '../actions/user-set'
import type { Proposal } from '../calls/store-calls'
import { callMarkdown } from '../export/markdown-export'

const done: Scripted = { text: 'Done.' }

/** All that the person asked for. */
const all = async (_: unknown, proposals: Proposal[]) => proposals

const PORT: JsonSchema = {
  type: 'object',
  properties: {
    port: { type: 'integer', minimum: 1, title: 'Port' },
    mail: { type: 'string', format: 'email' },
  },
  required: ['port'],
}

const PORT_ASKED = { server: 'docs', message: 'Which port?', schema: PORT }

/** Asks what its name says, as often as that has words, and tells what it was answered. `calls_off`: it does not wait. */
const toolAsking = (kind: { name: string; readOnly: boolean }): ToolDefinition =>
  defineTool({
    ...kind,
    title: kind.name,
    description: 'Asks.',
    source: 'builtin',
    risk: 'low',
    idempotent: false,
    arguments: z.strictObject({ name: z.string() }),
    paths: () => [],
    preview: async () => ({
      kind: 'preview',
      risks: [],
      preview: { kind: 'text', summary: kind.name, preconditions: [] },
    }),
    perform: async ({ name }, { elicit, beforeEffect }) => {
      beforeEffect()
      const until = name === 'calls_off' ? AbortSignal.abort() : new AbortController().signal
      const answers: unknown[] = []
      for (const word of name.split('-'))
        answers.push(await elicit({ ...PORT_ASKED, message: `Which ${word}?` }, until))
      return { kind: 'ok', text: JSON.stringify(answers) }
    },
  })

const TOOLS = [
  toolAsking({ name: 'ask_people', readOnly: false }),
  toolAsking({ name: 'ask_readily', readOnly: true }),
]

async function askingScenario(settings: NewSession = {}, tools: ToolDefinition[] = TOOLS): Promise<Scenario> {
  const world = await createWorld()
  return scenario(settings, { world, server: { ...IMPATIENT, tools: [...world.gates.tools, ...tools] } })
}

/** The agent calls a tool that asks, and the person lets it. */
async function asks(name: string, settings?: NewSession): Promise<{ s: Scenario; question: WaitingCall }> {
  const s = await askingScenario(settings)
  await s.plays([calls(`ask_people ${name}`), done])
  await s.waitsOn('ask_people')
  await s.approves('ask_people')
  return { s, question: await s.asks('docs__elicit') }
}

const rules = (s: Scenario, question: WaitingCall, given: Ruling) =>
  s.rulesOn(question.setId, [ruling(question, given)])

const answers = async (s: Scenario, question: WaitingCall, result: string | object): Promise<CallSet> =>
  ok(await rules(s, question, { kind: 'answer', result }))

/** What the tool was told, as the model reads it. */
const told = async (s: Scenario): Promise<string | undefined> => (await s.sent(2)).at(-1)

describe('a server asks while a call runs there', () => {
  test('in a set of its own, which can neither be approved nor changed, and what a person answers once arrives', async () => {
    const { s, question } = await asks('port')
    await s.world.until('the run to wait', async () => (await s.view()).activeRun?.status === 'waiting')
    const { pendingSet, openSets, session } = await s.view()
    expect(pendingSet).toBeUndefined()
    expect(session).toMatchObject({ state: 'waiting', pendingCalls: 1 })
    const [own, set] = openSets
    expect(set).toMatchObject({ origin: 'elicitation', calls: [{ id: question.id }] })
    expect(question).toMatchObject({
      source: 'mcp:docs',
      why: 'policy',
      parentCallId: own?.calls[0]?.id,
      schema: PORT,
      proposed: { arguments: { tool: 'ask_people', message: 'Which port?', requestedSchema: PORT } },
    })
    await s.checks()
    for (const given of [
      { kind: 'approve' },
      { kind: 'edit', arguments: {} },
      { kind: 'replace', tool: 'gated_read', arguments: { name: 'a!' } },
    ] satisfies Ruling[])
      refused(await rules(s, question, given), 'invalid_request')
    const decided = await answers(s, question, { port: 80 })
    expect(decided.calls).toMatchObject([
      { state: 'settled', result: { kind: 'answered', value: { port: 80 } } },
    ])
    refused(await rules(s, question, { kind: 'deny' }), 'already_decided')
    await s.ends('final_text')
    expect(await told(s)).toContain('[{"action":"accept","content":{"port":80}}]')
    expect(await s.results()).toEqual(['docs__elicit: answered', 'ask_people: ok'])
    expect(JSON.stringify(await s.sent(2))).not.toContain('docs__elicit')
  })

  test('an answer that is not what was asked for is refused with its paths, and the next one counts, for each question in turn', async () => {
    const { s, question } = await asks('port-host')
    for (const result of ['{"port": "80"}', 'eighty', [80], { port: 1, mail: '⟦secret:1⟧' }])
      refused(await rules(s, question, { kind: 'answer', result }), 'invalid_arguments')
    const refusal = refused(
      await rules(s, question, { kind: 'answer', result: { mail: 'nobody' } }),
      'invalid_arguments',
    )
    expect(refusal.more.errors?.map(({ path }) => path)).toEqual(['/port', '/mail'])
    await answers(s, question, '{"port": 80}')
    const next = await s.world.until('the next question', async () => {
      const open = await s.asks('docs__elicit')
      return open.id !== question.id && open
    })
    expect(next.preview?.summary).toBe('docs asks, while ask_people runs: Which host?')
    await answers(s, next, { port: 2 })
    await s.ends('final_text')
    expect(await told(s)).toContain('"content":{"port":80}},{"action":"accept","content":{"port":2}}')
  })

  test('however long it is, or nobody, where it does not wait; a denial is told to it, and corrects nothing of the agent', async () => {
    const { s, question } = await asks('x'.repeat(5_000))
    expect(question.schema).toEqual(PORT)
    await s.checks()
    ok(await rules(s, question, { kind: 'deny', reason: 'None of its business.' }))
    await s.ends('final_text')
    expect(await told(s)).toContain('[{"action":"decline"}]')
    expect((await s.texts()).filter(text => text.startsWith('correction:'))).toEqual([])
    const story = callMarkdown(await s.callNow(question.id))
    expect(story).toContain('Asked by mcp:docs while another call ran, low risk.')
    expect(story).toContain('x'.repeat(5_000))
    await s.plays([calls('ask_people calls_off'), done])
    await s.waitsOn('ask_people')
    await s.approves('ask_people')
    await s.ends('final_text')
    expect((await s.sent(4)).at(-1)).toContain('[{"action":"cancel"}]')
  })

  test('also for a call that a person asked for; a session is deleted with it', async () => {
    const s = await askingScenario()
    const requested = [{ tool: 'ask_people', argumentsText: '{"name":"port"}' }]
    const about = { sessionId: s.sessionId, person: OWNER, requested, grant: all }
    const set = ok(await addUserSet(s.deps, about))
    await answers(s, await s.asks('docs__elicit'), { port: 80 })
    expect((await s.settles(set)).map(({ result }) => result.kind)).toEqual(['ok'])
    ok(await addUserSet(s.deps, about))
    await s.asks('docs__elicit')
    await s.deletes()
    expect(await s.world.db.call.count()).toBe(0)
  })
})

describe('while a server waits for an answer', () => {
  test('neither the time of its call nor that of the run goes on', async () => {
    const s = await askingScenario({ limits: { toolMs: 700, activeMs: 60_000 } })
    await s.plays([calls('ask_readily port', 'gated_read slow'), done])
    await s.waitsOn('ask_readily', 'gated_read')
    await s.approves('ask_readily')
    const question = await s.asks('docs__elicit')
    await s.approves('gated_read')
    await s.world.until('the other call to run out of time', async () =>
      (await s.results()).includes('gated_read: error'),
    )
    await s.world.until('the run to wait', async () => (await s.view()).activeRun?.status === 'waiting')
    await s.world.passes(120_000)
    await answers(s, question, { port: 80 })
    await s.ends('final_text')
    expect(await s.results()).toEqual(['gated_read: error', 'docs__elicit: answered', 'ask_readily: ok'])
  })

  test('it waits for ten minutes and no longer', async () => {
    const { s, question } = await asks('port')
    await s.world.until('the run to wait', async () => (await s.view()).activeRun?.status === 'waiting')
    await s.world.passes(599_000)
    expect((await s.asks('docs__elicit')).id).toBe(question.id)
    await s.world.passes(2_000)
    await s.ends('final_text')
    expect(await told(s)).toContain('[{"action":"cancel"}]')
    expect(await s.results()).toEqual(['docs__elicit: expired', 'ask_people: ok'])
    const result = { text: 'Not answered: nobody decided in time.' }
    expect(await s.callNow(question.id)).toMatchObject({ result })
    refused(await rules(s, question, { kind: 'deny' }), 'already_decided')
  })

  test('a stop withdraws the question, as a fork does, where its call has an unknown outcome', async () => {
    const { s, question } = await asks('port')
    const fork = await s.forks((await s.view()).seq)
    await fork.ends('interrupted')
    expect(await fork.results()).toEqual(['docs__elicit: not_run', 'ask_people: unknown'])
    await s.stops()
    await s.ends('cancelled')
    expect(await s.callNow(question.id)).toMatchObject({ state: 'settled', result: { kind: 'not_run' } })
    refused(await rules(s, question, { kind: 'answer', result: { port: 1 } }), 'already_decided')
  })

  test('a crash withdraws the question, and its call has an unknown outcome', async () => {
    const { s, question } = await asks('port')
    await s.crashesAndRestarts({ ...IMPATIENT, tools: [...s.gates.tools, ...TOOLS] })
    const lost = await s.asks('ask_people', 'outcome_unknown')
    expect(lost.id).toBe(question.parentCallId)
    expect(await s.callNow(question.id)).toMatchObject({ state: 'settled', result: { kind: 'not_run' } })
    refused(await rules(s, question, { kind: 'answer', result: { port: 1 } }), 'already_decided')
    ok(await s.rules('ask_people', { kind: 'skip' }))
    await s.ends('final_text')
  })

  test('a process that was taken for dead asks nothing', async () => {
    const [gate, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<ElicitAnswer>()]
    const late = {
      ...toolAsking({ name: 'ask_people', readOnly: false }),
      perform: async (_: unknown, { elicit, beforeEffect }: PerformContext) => {
        beforeEffect()
        await gate.promise
        const answer = await elicit(PORT_ASKED, new AbortController().signal)
        answered.resolve(answer)
        return { kind: 'ok' as const, text: answer.action }
      },
    }
    const s = await askingScenario({}, [late])
    await s.plays([calls('ask_people late'), done])
    await s.waitsOn('ask_people')
    await s.approves('ask_people')
    await s.world.until('its beginning', async () => (await s.told()).includes('call.started'))
    const former = s.server
    former.freezes()
    gate.resolve()
    s.server = await s.world.startServer({ takeover: AT_ONCE, tools: [...s.gates.tools, late] })
    await s.asks('ask_people', 'outcome_unknown')
    former.thaws()
    expect(await answered.promise).toEqual({ action: 'cancel' })
    ok(await s.rules('ask_people', { kind: 'skip' }))
    await s.ends('final_text')
    expect(await s.results()).toEqual(['ask_people: unknown'])
  })
})
