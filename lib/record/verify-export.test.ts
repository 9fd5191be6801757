import { expect, test } from 'vitest'
import { linkHash } from './chain'
import { headsLine, readKeptHeads } from './kept-heads'
import { createSigner } from './signer'
import { verifyExport } from './verify-export'

const SIGNER = createSigner('07'.repeat(32))
const OTHER = createSigner('08'.repeat(32))
const AT = '2026-01-01T00:00:00.000Z'

type Item = Record<string, unknown>
type Fact = [type: string, data: unknown]

/** A chain as it is exported: its links and its signed head, in order. */
function chainOf(chain: string, facts: Fact[], signer = SIGNER): Item[] {
  let hash = ''
  const links = facts.map(([type, data], index) => {
    const link = { chain, seq: index + 1, type, at: AT, payload: JSON.stringify(data) }
    hash = linkHash(hash, link)
    return { ...link, hash }
  })
  const head = { seq: links.length, hash }
  const signature = signer.signHead(chain, head)
  return [...links, { chain, head: { ...head, signature }, publicKey: signer.publicKey }]
}

const FACTS: Fact[] = [
  ['session.changed', { title: 'A\u2028B' }],
  ['call.decided', { kind: 'deny' }],
  ['run.ended', { text: 'x' }],
]
const CREATED: Fact[] = [
  ['session.created', { sessionId: 's1' }],
  ['session.created', { sessionId: 's2' }],
  ['session.deleted', { sessionId: 's2', seq: 4, head: 'sha256:x' }],
]
const FORMAT = { format: 'countersign/audit/1' }
const session = chainOf('s1', FACTS)
const installation = chainOf('installation', CREATED)
const whole = [FORMAT, ...session, ...installation]
const forged = chainOf('s1', FACTS.with(1, ['call.decided', { kind: 'approve' }]))
const forgedHead = { ...session[3], head: { ...(session[3]?.head as Item), hash: forged[2]?.hash } }

const asLines = (items: Item[]): string[] => items.map(item => JSON.stringify(item))

/** A session exported as JSON; what stands there to be read looks like events, and is none. */
const asJson = (items: Item[]): string[] => {
  const links = items.slice(0, -1).map(({ chain: _, ...link }) => JSON.stringify(link))
  const beginning = JSON.stringify({ format: 'countersign/session/1', session: { id: 's1' } }).slice(0, -1)
  const end = JSON.stringify(items.at(-1)).slice(1)
  const lines = [`${beginning},`, '"entries":[', '{"text":"\\"events\\":["}', '],', '"events":[']
  return [...lines, ...links.join(',\n').split('\n'), '],', end]
}

async function* read(lines: string[]): AsyncGenerator<string> {
  yield* lines
}

const headOf = (items: Item[]): string => {
  const { chain, head, publicKey } = items.at(-1) as { chain: string; head: never; publicKey: string }
  return headsLine({ at: AT, publicKey, heads: [{ chain, ...(head as object) } as never] }).trim()
}

/** What becomes of a file: `whole`, or the first link that is broken. */
async function told(lines: string[], { heads, key }: { heads?: string[]; key?: string } = {}) {
  const kept = heads && (await readKeptHeads(read(heads)))
  const verdict = await verifyExport(read(lines), { publicKey: key, heads: kept })
  return verdict.ok ? 'whole' : `${verdict.broken.sessionId} ${verdict.broken.seq}`
}

const LOST = [FORMAT, ...chainOf('s1', FACTS.slice(0, 2)), ...installation]
const OLDER = [FORMAT, ...session, ...chainOf('installation', CREATED.slice(0, 1))]
const CHANGED: Fact[] = [
  ...CREATED,
  ['key.changed', { publicKey: SIGNER.publicKey, formerKey: OTHER.publicKey }],
]
const HEADS = { heads: [headOf(session), headOf(installation)] }

test('an export is whole, or broken at the first link that is not as it was recorded', async () => {
  const cases: [what: string, lines: string[], told: string, elsewhere?: Parameters<typeof told>[1]][] = [
    ['all of it', asLines(whole), 'whole'],
    ['a session', asLines(session), 'whole'],
    ['a session as JSON', asJson(session), 'whole'],
    ['the key that is known', asLines(whole), 'whole', { key: SIGNER.publicKey }],
    ['heads that were kept', asLines(whole), 'whole', HEADS],
    ['the head of a deleted session', asLines(whole), 'whole', { heads: [headOf(chainOf('s2', FACTS))] }],
    [
      'heads that were kept under a former key',
      asLines([FORMAT, ...session, ...chainOf('installation', CHANGED)]),
      'whole',
      { heads: [headOf(chainOf('s1', FACTS, OTHER)), headOf(installation)] },
    ],
    ['a changed payload', asLines(whole.with(2, { ...whole[2], payload: '{}' })), 's1 2'],
    ['the same as JSON', asJson(session.with(1, { ...session[1], payload: '{}' })), 's1 2'],
    ['an event taken out', asLines(whole.toSpliced(2, 1)), 's1 2'],
    ['a file that was cut', asLines(whole.slice(0, 3)), 's1 3'],
    ['a file that was cut between chains', asLines(whole.slice(0, 5)), 'installation 1'],
    ['a chain in the middle of another', asLines(whole.toSpliced(3, 2)), 's1 3'],
    ['an end cut off under its head', asLines(session.toSpliced(2, 1)), 's1 3'],
    ['hashes made anew without the key', asLines([...forged.slice(0, 3), forgedHead]), 's1 3'],
    ['a session left out', asLines([FORMAT, ...installation]), 's1 1'],
    ['a session added', asLines([...whole.slice(0, 5), ...chainOf('s3', FACTS), ...installation]), 's3 1'],
    ['a line that is none', [...asLines(session.slice(0, 1)), '{"chain":'], 's1 2'],
    ['a session twice', asLines([...session, ...session]), 's1 1'],
    ['two keys', asLines([FORMAT, ...chainOf('s1', FACTS, OTHER), ...installation]), 'installation 3'],
    ['another key than is known', asLines(session), 's1 3', { key: OTHER.publicKey }],
    ['a lost end', asLines(LOST), 'whole'],
    ['a lost end, against kept heads', asLines(LOST), 's1 3', HEADS],
    ['an older copy, against kept heads', asLines(OLDER), 'installation 2', HEADS],
    ['a forged session, against kept heads', asLines([FORMAT, ...forged, ...installation]), 's1 3', HEADS],
    [
      'a lost session, against kept heads',
      asLines([FORMAT, ...chainOf('installation', CREATED.slice(1))]),
      's1 1',
      { heads: [headOf(session)] },
    ],
    [
      'kept heads of another key',
      asLines(whole),
      'installation 1',
      { heads: [headOf(chainOf('s9', FACTS, OTHER))] },
    ],
  ]
  const wrong = []
  for (const [what, lines, expected, elsewhere] of cases) {
    const verdict = await told(lines, elsewhere)
    if (verdict !== expected) wrong.push(`${what}: ${verdict} instead of ${expected}`)
  }
  expect(wrong).toEqual([])
})

test('only the events of a session as JSON are verified', async () => {
  expect(await verifyExport(read(asJson(session)))).toMatchObject({ ok: true, isReadable: true, checked: 3 })
  expect(await verifyExport(read(asLines(session)))).toMatchObject({ ok: true, isReadable: false })
})

test('a kept head whose line is torn or not signed counts for nothing', async () => {
  const forgedLine = headOf(session).replace('"seq":3', '"seq":9')
  const { chains, unreadable } = await readKeptHeads(read([headOf(session), forgedLine, '{"at":"20']))
  expect(unreadable).toEqual([2, 3])
  expect([...(chains.get('s1')?.keys() ?? [])]).toEqual([3])
})

test.each([[[]], [['# Session']], [['{"format":"another"}']]])(
  'what is no export is no record: %j',
  async lines => {
    await expect(verifyExport(read(lines))).rejects.toThrow()
  },
)
