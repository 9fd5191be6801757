import { expect, onTestFinished, test } from 'vitest'
import { decide } from '@/lib/agent/actions/decisions/decide'
import { OWNER } from '@/lib/domain/contract/person'
import { SessionExport } from '@/lib/domain/contract/session-operations'
import { linkHash } from '@/lib/record/chain'
import { createSigner } from '@/lib/record/signer'
import { checkStory } from '@/test/world/check-invariants'
import { calls, ok, refused, ruling, type Scenario, Scenario as Story, scenario } from '@/test/world/scenario'
import { importSession } from '../actions/forks/import-session'
import { exportSession } from '../export/export'

const done = { text: 'Done.' }

async function fileOf({ deps, sessionId }: Scenario): Promise<SessionExport> {
  const exported = ok(await exportSession(deps, { sessionId, format: 'json', language: 'en' }))
  return SessionExport.parse(await new Response(exported.body).json())
}

/** The session of a file, in the same world; its story is checked too. */
async function imported(s: Scenario, file: SessionExport): Promise<Scenario> {
  const { id } = ok(await importSession(s.deps, file))
  onTestFinished(() => checkStory(s.world.db, id))
  await checkStory(s.world.db, id)
  return new Story(s.world, s.server, id)
}

/** A file whose record somebody wrote and signed with a key of their own. */
function forged(file: SessionExport, change: (payload: string) => string): SessionExport {
  const signer = createSigner('ab'.repeat(32))
  let hash = ''
  const events = file.events.map(event => {
    const payload = change(event.payload)
    hash = linkHash(hash, { ...event, chain: file.chain, payload })
    return { ...event, payload, hash }
  })
  const { seq } = file.head
  const head = { seq, hash, signature: signer.signHead(file.chain, { seq, hash }) }
  return { ...JSON.parse(change(JSON.stringify(file))), events, head, publicKey: signer.publicKey }
}

test('what was decided is nobody’s, what ran is unknown, and what waited waits again and runs once', async () => {
  const s = await scenario({ title: 'Boats', persona: 'Be brief.' })
  await s.plays([calls('gated_write a!', 'gated_write b!', 'gated_write c', 'gated_write d!'), done])
  await s.waitsOn('gated_write', 'gated_write', 'gated_write', 'gated_write')
  await s.denies('gated_write b!', 'Not that.')
  await s.edits('gated_write', { name: 'e!' })
  await s.approves('gated_write c')
  await s.gates.begins('c')
  const file = await fileOf(s)
  const copy = await imported(s, file)
  const { session, openSets, transcript } = await copy.view()
  expect(session).toMatchObject({
    title: 'Boats',
    persona: 'Be brief.',
    parent: { sessionId: s.sessionId, imported: { head: file.head.hash, publicKey: file.publicKey } },
  })
  expect(await copy.results()).toEqual(['gated_write: denied', 'gated_write: ok', 'gated_write: unknown'])
  const by = { type: 'import', id: 'person', name: 'Owner' }
  const decided = transcript.flatMap(({ call }) => (call?.by ? [call.by] : []))
  expect(decided).toEqual([by, by, by])
  const waiting = openSets[0]?.calls[3]
  const original = (await s.view()).openSets[0]?.calls[3]
  expect(waiting).toMatchObject({ state: 'waiting', digest: original?.digest, preview: original?.preview })
  expect(waiting?.id).not.toBe(original?.id)
  const told = await copy.events()
  expect(told[0]).toMatchObject({ type: 'session.changed', data: { session: { parent: session.parent } } })
  const copied = told.filter(({ data }) => 'copied' in data).map(({ seq }) => seq)
  expect(copied).toEqual(Array.from({ length: file.head.seq - 1 }, (_, at) => at + 2))
  await copy.approves('gated_write')
  await copy.ends('final_text')
  expect((await copy.sent(2)).join('\n')).toMatch(/denied this call|refused; it did not run/)
  s.gates.open('c')
  expect(s.gates.ledger.filter(name => name === 'd!')).toEqual(['d!'])
  await s.stops()
})

test('whoever signs a file of their own shows nobody here anything but what would be done', async () => {
  const s = await scenario({ mode: 'auto' })
  await s.plays([calls('gated_write a!'), done])
  const { calls: shown } = await s.waitsOn('gated_write')
  const file = forged(await fileOf(s), text => text.replaceAll('gated_write a!', 'Looks harmless'))
  const copy = await imported(s, file)
  const [call] = (await copy.waitsOn('gated_write')).calls
  expect(call).toMatchObject({ preview: shown[0]?.preview, digest: shown[0]?.digest })
  const elsewhere = await imported(
    s,
    forged(await fileOf(s), text => text.replaceAll('gated_write', 'no_tool')),
  )
  const [unknown] = (await elsewhere.waitsOn('no_tool')).calls
  expect(unknown?.preview?.summary).toContain('no_tool')
  expect((await elsewhere.view()).session.mode).toBe('ask')
})

test('a file that is not what was exported is refused, and nothing of it is stored', async () => {
  const s = await scenario()
  await s.plays([calls('gated_write a!'), done])
  const set = await s.waitsOn('gated_write')
  ok(
    await decide(s.deps, {
      setId: set.id,
      input: { decisions: set.calls.map(each => ruling(each, { kind: 'approve' })) },
      person: OWNER,
    }),
  )
  await s.ends('final_text')
  const file = await fileOf(s)
  const before = await s.world.db.session.count()
  const [entry, ...entries] = file.entries
  const files = {
    'another word in its record': {
      ...file,
      events: file.events.map(event => ({ ...event, payload: event.payload.replace('Done.', 'Gone.') })),
    },
    'another word in what it shows': {
      ...file,
      entries: [{ ...entry, id: entry?.id ?? '', text: 'Other' }, ...entries],
    },
    'an entry less': { ...file, entries },
    'its end cut off': { ...file, events: file.events.slice(0, -1) },
    'another head': { ...file, head: { ...file.head, seq: 3 } },
    'another key': { ...file, publicKey: createSigner('cd'.repeat(32)).publicKey },
    'no key': { ...file, publicKey: 'x' },
    'a fact of another version': forged(file, text =>
      text
        .replace('"type":"run.ended"', '"type":"run.unheard"')
        .replace('"requests":', '"future":1,"requests":'),
    ),
  }
  for (const [what, each] of Object.entries(files))
    expect([what, refused(await importSession(s.deps, each), 'invalid_export').code]).toEqual([
      what,
      'invalid_export',
    ])
  expect(await s.world.db.session.count()).toBe(before)
})
