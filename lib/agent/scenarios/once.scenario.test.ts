// @module-tag invariant
import { describe, expect, test } from 'vitest'
import { authorOf, OWNER } from '@/lib/domain/contract/person'
import type { OnceKey } from '@/lib/store/installation/idempotency-key'
import { calls, ok, refused, ruling, type Scenario, scenario } from '@/test/world/scenario'
import { decide } from '../actions/decisions/decide'
import { openSession } from '../actions/open-session'
import { intake } from '../actions/send-message'
import type { Deps } from '../process/deps'

const done = { text: 'Done.' }

const once = (key: string, more: Partial<OnceKey> = {}): OnceKey => ({
  person: OWNER.id,
  method: 'POST',
  path: '/api/there',
  key,
  bodyHash: 'sha256:body',
  ...more,
})

const sends = (s: Scenario, text: string, key: OnceKey) =>
  intake(s.deps, { sessionId: s.sessionId, message: { text }, by: authorOf(OWNER), once: key })

describe('a request that carries an Idempotency-Key', () => {
  test('is answered as the first time, and has its effect once, for its person, method, path and body', async () => {
    const s = await scenario()
    const first = ok(await sends(s, 'Hello.', once('k')))
    expect(ok(await sends(s, 'Hello.', once('k')))).toEqual(first)
    await s.ends('final_text')
    expect(ok(await sends(s, 'Hello.', once('k')))).toEqual(first)
    refused(await sends(s, 'Other.', once('k', { bodyHash: 'sha256:other' })), 'idempotency_conflict')
    expect(await s.texts()).toEqual(['user: Hello.', expect.stringMatching(/^assistant: /)])
    const keys = [once('k', { person: 'other' }), once('k', { path: '/api/here' }), once('l')]
    const answers = await Promise.all(keys.map(key => sends(s, 'Hello.', key)))
    await s.world.touches(`UPDATE "IdempotencyKey" SET "createdAt" = now() - interval '25 hours'`)
    answers.push(await sends(s, 'Hello.', once('k')))
    expect(new Set([first, ...answers].map(answer => ok(answer).messageId)).size).toBe(5)
  })

  test('has its effect once though twins come at the same time, through two processes', async () => {
    const s = await scenario()
    const other = await s.world.startServer({ role: 'web' })
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        intake(n % 2 ? other.deps : s.deps, {
          sessionId: s.sessionId,
          message: { text: 'Hello.' },
          by: authorOf(OWNER),
          once: once('k'),
        }),
      ),
    )
    const [first] = answers
    for (const answer of answers) expect(ok(answer)).toEqual(first)
    await s.ends('final_text')
    expect((await s.texts()).filter(text => text === 'user: Hello.')).toHaveLength(1)
  })

  test('begins nothing that its twin has stored before it', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write a!'), done])
    const set = await s.waitsOn('gated_write')
    const [waiting] = set.calls
    if (!waiting) throw new Error('No call waits.')
    const input = { decisions: [ruling(waiting, { kind: 'approve' })] }
    const approves = (deps: Deps) => decide(deps, { setId: set.id, input, person: OWNER, once: once('k') })
    let twin: ReturnType<typeof approves> | undefined
    // Between its look at the session and its commit, the other one is stored.
    const comparesKnown = async () => {
      twin ??= approves(s.deps)
      await twin
    }
    const answer = ok(await approves({ ...s.deps, comparesKnown }))
    expect(twin && ok(await twin)).toEqual(answer)
    await s.ends('final_text')
    expect(s.gates.ledger).toEqual(['a!'])
    expect(s.gates.begun).toEqual(['a!'])
  })

  test('is tried again where it was refused: only what was done is kept', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write a!', 'gated_write b!'), done])
    const set = await s.waitsOn('gated_write', 'gated_write')
    const [call, other] = set.calls
    if (!call || !other) throw new Error('The set is empty.')
    const sendsDecision = (digest: string) => {
      const decisions = [ruling({ id: call.id, digest }, { kind: 'approve' })]
      return decide(s.deps, { setId: set.id, input: { decisions }, person: OWNER, once: once('k') })
    }
    refused(await sendsDecision('sha256:old'), 'stale_digest')
    const decided = ok(await sendsDecision(call.digest))
    expect(decided.calls.map(({ state }) => state)).toEqual(['approved', 'waiting'])
    const input = { decisions: [ruling(other, { kind: 'deny' })] }
    ok(await decide(s.deps, { setId: set.id, input, person: OWNER }))
    await s.ends('final_text')
    expect(ok(await sendsDecision(call.digest))).toEqual(JSON.parse(JSON.stringify(decided)))
    expect(s.gates.ledger).toEqual(['a!'])
  })

  test('makes one session', async () => {
    const s = await scenario()
    s.isChecked = false
    const opens = () => openSession(s.deps, { settings: { title: 'New' }, once: once('k') })
    const opened = await Promise.all([opens(), opens(), opens()])
    expect(new Set(opened.map(answer => ok(answer).session.id)).size).toBe(1)
  })
})

test('a session key finds or makes one session, whoever comes first', async () => {
  const s = await scenario()
  const opens = () => openSession(s.deps, { settings: { key: 'daily', title: 'Daily' } })
  const opened = (await Promise.all([opens(), opens(), opens(), opens()])).map(ok)
  expect(new Set(opened.map(answer => answer.session.id)).size).toBe(1)
  expect(opened.filter(answer => answer.created)).toHaveLength(1)
  const found = ok(await openSession(s.deps, { settings: { key: 'daily', title: 'Another' } }))
  expect(found).toMatchObject({ created: false, session: { title: 'Daily' } })
})
