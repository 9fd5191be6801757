import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linkHash } from '../lib/record/chain'
import { headsLine } from '../lib/record/kept-heads'
import { createSigner } from '../lib/record/signer'
import { ROOT } from './launch/settings.mjs'

const SIGNER = createSigner('07'.repeat(32))
const OTHER = createSigner('08'.repeat(32))
const AT = '2026-01-01T00:00:00.000Z'

/** A chain as it is exported: its links and its signed head, in order. */
function chainOf(chain, facts, signer = SIGNER) {
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

const FACTS = [
  ['session.changed', { title: 'A\u2028B' }],
  ['call.decided', { kind: 'deny' }],
  ['run.ended', { text: 'x'.repeat(100_000) }],
]
const session = (facts = FACTS) => chainOf('s1', facts)
const installation = (more = []) =>
  chainOf('installation', [
    ['session.created', { sessionId: 's1' }],
    ['session.created', { sessionId: 's2' }],
    ['session.deleted', { sessionId: 's2', seq: 4, head: 'sha256:x' }],
    ...more,
  ])
const whole = () => [{ format: 'countersign/audit/1' }, ...session(), ...installation()]

const asJson = items => {
  const { head, publicKey, chain } = items.at(-1)
  const events = items.slice(0, -1).map(({ chain: _, ...link }) => JSON.stringify(link))
  return [
    `${JSON.stringify({ format: 'countersign/session/1', session: { id: chain } }).slice(0, -1)},`,
    '"entries":[',
    '{"text":"\\"events\\":["}',
    '],',
    '"events":[',
    events.join(',\n'),
    '],',
    JSON.stringify({ chain, head, publicKey }).slice(1),
    '',
  ].join('\n')
}

const headOf = (items, at = AT) => {
  const { chain, head, publicKey } = items.at(-1)
  return headsLine({ at, publicKey, heads: [{ chain, ...head }] })
}

let folder

/** A checkout in which nothing was installed, on a machine that has nothing else. */
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-audit-'))
  for (const part of ['scripts', 'lib/record', 'package.json'])
    fs.cpSync(path.join(ROOT, part), path.join(folder, part), { recursive: true })
})
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

function audit(file, ...args) {
  const text = Array.isArray(file) ? file.map(item => `${JSON.stringify(item)}\n`).join('') : file
  fs.writeFileSync(path.join(folder, 'record.jsonl'), text)
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/audit.mjs', 'record.jsonl', ...args],
    { cwd: folder, env: {}, encoding: 'utf8' },
  )
  return { status, said: stdout + stderr }
}

const withHeads = (file, heads) => {
  fs.writeFileSync(path.join(folder, 'heads.jsonl'), heads)
  return audit(file, '--heads', 'heads.jsonl')
}

const changed = (items, index, change) =>
  items.map((item, at) => (at === index ? { ...item, ...change } : item))

describe('a record that is whole', () => {
  test.each([
    ['all of it', whole(), '6 events, 1 sessions'],
    ['a session as JSON lines', session(), '3 events, 1 sessions'],
  ])('is said to be so: %s', (_, file, counts) => {
    const { status, said } = audit(file)
    expect(said).toContain(`The record is whole: ${counts}`)
    expect(said).toContain(`key: ${SIGNER.publicKey} (taken from the file`)
    expect(status).toBe(0)
  })

  test('is said of the events alone where a session was exported as JSON: what stands there to be read is not signed', () => {
    const { status, said } = audit(asJson(session()))
    expect(said).toContain('The events are whole: 3 events, 1 sessions, up to the signed heads.')
    expect(said).toContain('Everything else in the file is a copy to read, and proves nothing')
    expect(said).not.toContain('The record is whole')
    expect(status).toBe(0)
  })

  test('of a given key', () => {
    expect(audit(whole(), '--key', SIGNER.publicKey).status).toBe(0)
  })

  test('up to heads that were kept elsewhere, those of what was deleted since included', () => {
    const early = chainOf('s1', FACTS.slice(0, 2))
    const deleted = chainOf('s2', FACTS)
    const heads = [early, session(), deleted, installation()].map(items => headOf(items)).join('')
    const { status, said } = withHeads(whole(), heads)
    expect(said).toContain('with all heads that were kept')
    expect(status).toBe(0)
  })
})

const payload = JSON.stringify({ kind: 'approve' })
const forged = () => session(FACTS.with(1, ['call.decided', { kind: 'approve' }]))

describe('a record that is not', () => {
  test.each([
    ['a payload was changed', changed(whole(), 2, { payload }), 's1', 2, 'Event 2 is not what was recorded.'],
    ['an event was taken out', whole().toSpliced(2, 1), 's1', 2, 'Event 2 is missing.'],
    ['the file was cut', whole().slice(0, 3), 's1', 3, 'The file ends before the head that was signed.'],
    ['the file was cut between two chains', whole().slice(0, 5), 'installation', 1, 'The file ends before'],
    [
      'the end was cut, head and all',
      [...session().slice(0, 2), session().at(-1)],
      's1',
      3,
      'Event 3 is missing.',
    ],
    [
      'it was hashed anew without the key',
      [
        ...forged().slice(0, -1),
        { ...session().at(-1), head: { ...session().at(-1).head, hash: forged().at(-2).hash } },
      ],
      's1',
      3,
      'is not signed with the key',
    ],
    ['a session is left out', [whole()[0], ...installation()], 's1', 1, 'The session is not in the file.'],
    [
      'a session is added',
      [...whole().slice(0, 5), ...chainOf('s3', FACTS), ...installation()],
      's3',
      1,
      'does not know of the session',
    ],
    [
      'a line is no line',
      `${JSON.stringify(session()[0])}\n{"chain":\n`,
      's1',
      2,
      'Line 2 of the file cannot be read.',
    ],
    [
      'two keys signed',
      [whole()[0], ...chainOf('s1', FACTS, OTHER), ...installation()],
      'installation',
      3,
      'another key',
    ],
    ['a chain is there twice', [...session(), ...session()], 's1', 1, 'The record is there twice.'],
    [
      'a session as JSON was changed',
      asJson(changed(session(), 1, { payload })),
      's1',
      2,
      'is not what was recorded',
    ],
  ])('is named by its first broken link: %s', (...[, file, sessionId, seq, reason]) => {
    const { status, said } = audit(file)
    expect(said).toContain(`sessionId: ${sessionId}\nseq: ${seq}\nreason: `)
    expect(said).toContain(reason)
    expect(status).toBe(1)
  })

  test('where the key is not the given one', () => {
    const { status, said } = audit(whole(), '--key', OTHER.publicKey)
    expect(said).toContain('reason: It is signed with another key.')
    expect(status).toBe(1)
  })

  test.each([
    ['an end that was cut', [whole()[0], ...chainOf('s1', FACTS.slice(0, 2)), ...installation()], 's1', 3],
    [
      'an older copy',
      [whole()[0], ...session(), ...chainOf('installation', [['session.created', { sessionId: 's1' }]])],
      'installation',
      2,
    ],
    ['a rewritten end', [whole()[0], ...forged(), ...installation()], 's1', 3],
  ])('is known by heads that were kept elsewhere: %s', (...[, file, sessionId, seq]) => {
    expect(audit(file).status).toBe(0)
    const { status, said } = withHeads(file, headOf(session()) + headOf(installation()))
    expect(said).toContain(`sessionId: ${sessionId}\nseq: ${seq}\n`)
    expect(said).toContain(`kept elsewhere (${AT})`)
    expect(status).toBe(1)
  })
})

describe('heads that were kept', () => {
  test('count for nothing where their line was torn or is not signed', () => {
    const unsigned = headOf(session()).replace(/"seq":3/, '"seq":9')
    const { status, said } = withHeads(whole(), `${headOf(session())}${unsigned}{"at":"20`)
    expect(said).toContain('Line 2 of heads.jsonl is not a head that was signed')
    expect(said).toContain('Line 3 of heads.jsonl is not a head that was signed')
    expect(status).toBe(0)
  })

  test('of another key are told', () => {
    const { status, said } = withHeads(whole(), headOf(chainOf('s9', FACTS, OTHER)))
    expect(said).toContain('are signed with another key')
    expect(status).toBe(1)
  })
})

describe('what cannot be verified is told as such', () => {
  test.each([
    ['nothing', '', 'The file is empty.'],
    ['a document', '# Session\n', 'is not an export of the record'],
    ['something else in JSON', '{"format":"another"}\n', 'is not an export of the record'],
  ])('%s', (_, file, words) => {
    const { status, said } = audit(file)
    expect(said).toContain(words)
    expect(status).toBe(2)
  })

  test('a file that is not there, an option that there is not, heads that hold none', () => {
    expect(audit(whole(), '--heads', 'nowhere')).toMatchObject({
      status: 2,
      said: expect.stringContaining('nowhere'),
    })
    expect(audit(whole(), '--twice')).toMatchObject({
      status: 2,
      said: expect.stringContaining('Usage: npm run'),
    })
    expect(withHeads(whole(), '')).toMatchObject({
      status: 2,
      said: expect.stringContaining('no signed head'),
    })
  })
})
