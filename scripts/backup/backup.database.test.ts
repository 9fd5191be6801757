import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { LEASE_MS } from '@/lib/agent/process/lease-renewals'
import { createSigner } from '@/lib/record/signer'
import { folderIdentity } from '@/lib/server/workspace-marker'
import { openConnections } from '@/lib/store/connection/database'
import { ensureInstallation } from '@/lib/store/installation/installation'
import { createTestDatabase, type TestDatabase } from '@/test/database/database'
import { forgeRecord } from '@/test/database/forge-record'
import { storedLinks } from '@/test/database/stored-record'
import { call, calls, Scenario, scenario, startsSession } from '@/test/world/scenario'
import { AUDIT_KEY, createWorld, type World } from '@/test/world/world'
import { migrate } from '../postgres/migrate.mjs'
import { Fault } from '../process/fault.mjs'
import { connected } from './connected.mjs'
import { fillDatabase } from './fill-database.mjs'
import { checkCopy } from './read-copy.mjs'
import { verifyDatabase } from './verify-database.mjs'
import { writeCopy } from './write-copy.mjs'

const OTHER_KEY = '43'.repeat(32)
const { publicKey } = createSigner(AUDIT_KEY)

const folder = () => {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-copy-'))
  onTestFinished(() => fs.rmSync(made, { recursive: true }))
  return made
}

const copyOf = async ({ url }: Pick<World, 'url'>) => {
  const file = path.join(folder(), 'copy')
  const manifest = await writeCopy({ url, file, publicKey })
  return { file, manifest }
}

type Target = { seed?: string; root?: string; database?: TestDatabase; workspace?: string }

/** Into another database, as the script does. */
async function restore(file: string, { seed = AUDIT_KEY, root = process.cwd(), ...target }: Target = {}) {
  const { database = await createTestDatabase(), workspace = folder() } = target
  const signer = createSigner(seed)
  const { url: serverUrl, adminUrl: ownerUrl } = database
  const workspaceFolder = await folderIdentity(workspace)
  const manifest = await checkCopy({ file, root })
  await fillDatabase({ file, manifest, ownerUrl, serverUrl, root, workspaceFolder, signer })
  return { database, workspace, verdict: await verifyDatabase({ url: serverUrl, signer }) }
}

/** A server on what was restored; the session of a story goes on there. */
async function goesOn(
  { database, workspace }: { database: TestDatabase; workspace: string },
  seed = AUDIT_KEY,
) {
  const world = await createWorld(database)
  const server = await world.startServer({ workspace, auditKey: seed })
  return { world, server, of: (s: Scenario) => new Scenario(world, server, s.sessionId) }
}

test('what is restored is the same, goes on at once, and its record is whole', async () => {
  const done = await scenario({}, { world: await createWorld() })
  const { world, server } = done
  await done.plays([call('write_file', { path: 'a.txt', content: 'A\t\\.\n\u0001é' }), { text: 'Done.' }])
  await done.waitsOn('write_file')
  await done.approves('write_file')
  await done.ends('final_text')
  const waiting = await startsSession(world, server)
  await waiting.plays([calls('gated_write a!', 'gated_write b!'), { text: 'Done.' }])
  await waiting.waitsOn('gated_write', 'gated_write')
  const executing = await startsSession(world, server)
  await executing.plays([calls('gated_write c'), { text: 'Done.' }])
  await executing.waitsOn('gated_write')
  await executing.approves('gated_write')
  await world.gates.begins('c')
  const { file, manifest } = await copyOf(world)
  expect(manifest.rows).toMatchObject({ Session: 3, Run: 3, Content: 1 })
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)

  const restored = await restore(file)
  expect(restored.verdict).toMatchObject({ ok: true, sessions: 3, publicKey })
  const after = await goesOn(restored)
  expect(await after.of(done).view()).toEqual(await done.view())
  await after.world.passes(LEASE_MS)
  await after.of(executing).asks('gated_write', 'outcome_unknown')
  await after.of(waiting).approves('gated_write a!')
  await after.of(waiting).denies('gated_write b!')
  await after.of(waiting).ends('final_text')
  expect(await verifyDatabase({ url: after.world.url, signer: after.server.deps.signer })).toMatchObject({
    ok: true,
  })
  expect(after.server.installation.databaseId).not.toBe(server.installation.databaseId)
})

test('without the seed the record goes on under another key, but for what the former did not sign', async () => {
  const good = await scenario({}, { world: await createWorld() })
  const { world } = good
  await good.plays([call('gated_write', { name: 'a!' }), { text: 'Done.' }])
  await good.waitsOn('gated_write')
  const bad = await startsSession(world, good.server)
  await bad.plays([{ text: 'Hello.' }])
  await bad.ends('final_text')
  bad.isChecked = false
  const whole = await restore((await copyOf(world)).file, { seed: OTHER_KEY })
  const other = createSigner(OTHER_KEY)
  expect(whole.verdict).toMatchObject({ ok: true, sessions: 2, publicKey: other.publicKey })
  const after = await goesOn(whole, OTHER_KEY)
  const last = (await storedLinks(after.world.db, 'installation')).at(-1)
  expect(last).toMatchObject({ type: 'key.changed' })
  expect(JSON.parse(last?.payload ?? '')).toEqual({ publicKey: other.publicKey, formerKey: publicKey })
  await after.of(good).approves('gated_write')
  await after.of(good).ends('final_text')
  expect(await verifyDatabase({ url: after.world.url, signer: other })).toMatchObject({ ok: true })

  await forgeRecord(world, {
    chain: bad.sessionId,
    type: 'run.ended',
    change: text => `${text} `,
    head: 'set',
  })
  const { verdict } = await restore((await copyOf(world)).file, { seed: OTHER_KEY })
  expect(verdict).toMatchObject({ ok: false, broken: { sessionId: bad.sessionId } })
})

test('a copy that is taken while sessions work is of one moment', async () => {
  const first = await scenario({}, { world: await createWorld() })
  const stories = [
    first,
    ...(await Promise.all([1, 2, 3].map(() => startsSession(first.world, first.server)))),
  ]
  let isOver = false
  const work = Promise.all(
    stories.map(async s => {
      while (!isOver) {
        const { runId } = await s.plays([{ text: 'Done.' }])
        await s.ends('final_text', runId ?? undefined)
        await s.sets({ title: `${Math.random()}` })
      }
    }),
  )
  const copies = []
  const counts = new Set<number | undefined>()
  while (counts.size < 4) {
    const copy = await copyOf(first.world)
    copies.push(copy)
    counts.add(copy.manifest.rows.Event)
  }
  isOver = true
  await work
  for (const { file } of copies)
    expect((await restore(file)).verdict).toMatchObject({ ok: true, sessions: 4 })
})

/** Another program, by its migrations. */
function programWith(change: (migrations: string) => void): string {
  const root = folder()
  fs.cpSync('prisma/migrations', path.join(root, 'prisma/migrations'), { recursive: true })
  change(path.join(root, 'prisma/migrations'))
  return root
}

const MORE = 'ALTER TABLE "Session" ADD COLUMN more TEXT; UPDATE "Session" SET more = title'
const newer = () =>
  programWith(migrations => {
    fs.mkdirSync(path.join(migrations, '29990101000000_more'))
    fs.writeFileSync(path.join(migrations, '29990101000000_more/migration.sql'), MORE)
  })
const older = () =>
  programWith(migrations =>
    fs.rmSync(path.join(migrations, '20261201000000_search_order'), { recursive: true }),
  )

const COUNTS = `SELECT (SELECT count(*)::int FROM "Session") AS sessions, (SELECT count(*)::int FROM "Event") AS events,
  (SELECT count(*)::int FROM "Installation") AS installations`

const rowsOf = ({ adminUrl }: TestDatabase, sql = COUNTS) =>
  connected(adminUrl, async client => (await client.query(sql)).rows)

test('a copy of an older version is migrated, in an installation that was started before', async () => {
  const { world } = await scenario({ title: 'Kept' }, { world: await createWorld() })
  const { file } = await copyOf(world)
  const database = await createTestDatabase()
  const { db, close } = openConnections({ url: database.adminUrl, connections: 1 })
  await ensureInstallation(db, { databaseId: 'a', workspace: 'b', workspaceFolder: 'c' })
  await close()
  expect(await restore(file, { database, root: newer() })).toMatchObject({
    verdict: { ok: true, sessions: 1 },
  })
  expect(await rowsOf(database, 'SELECT more FROM "Session"')).toEqual([{ more: 'Kept' }])
})

test('what cannot be restored changes nothing', async () => {
  const { world } = await scenario({ title: 'Kept' }, { world: await createWorld() })
  const { file } = await copyOf(world)
  const bytes = gunzipSync(fs.readFileSync(file))
  const as = (content: Uint8Array) => {
    const other = path.join(folder(), 'copy')
    fs.writeFileSync(other, content)
    return other
  }
  const text = (change: (content: string) => string) => as(gzipSync(change(bytes.toString())))
  const lines = bytes.toString().split('\n')
  const full = await createTestDatabase()
  await restore(file, { database: full })
  const [empty, later, busy] = [
    await createTestDatabase(),
    await createTestDatabase(),
    await createTestDatabase(),
  ]
  const root = newer()
  await migrate({ url: later.adminUrl, root })
  await createWorld(busy)
  const cases: [what: string, file: string, target?: Target][] = [
    ['no file', path.join(folder(), 'none')],
    ['a folder', folder()],
    ['an empty file', as(Buffer.alloc(0))],
    ['another file', as(Buffer.from('Hello'))],
    ['another file, compressed', as(gzipSync('{"format":"another"}\n'))],
    ['cut in the middle', as(fs.readFileSync(file).subarray(0, -200))],
    ['cut between rows', text(() => `${lines.slice(0, -9).join('\n')}\n`)],
    ['without its seal', text(() => `${lines.slice(0, -2).join('\n')}\n`)],
    ['changed in a row', text(content => content.replace('Kept', 'Lost'))],
    ['one byte damaged', as(fs.readFileSync(file).fill(1, 300, 301))],
    ['a newer format', text(content => content.replace('backup/1', 'backup/2'))],
    ['a newer schema', file, { root: older() }],
    ['an older schema than the database has', file, { root, database: later }],
    ['a server that runs', file, { database: busy }],
    ['not empty', file, { database: full }],
  ]
  const before = await rowsOf(full)
  const wrong = []
  for (const [what, given, target] of cases) {
    const error = await restore(given, { database: empty, ...target }).then(
      () => 'restored',
      reason => reason,
    )
    const isLine = error instanceof Fault && !error.message.includes('\n')
    if (!isLine) wrong.push(`${what}: ${error}`)
  }
  expect(wrong).toEqual([])
  expect(await rowsOf(empty)).toEqual([{ sessions: 0, events: 0, installations: 0 }])
  expect(await rowsOf(full)).toEqual(before)
})
