import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { call, ok, refused, type Scenario, scenario } from '@/test/world/scenario'
import { sentInstructions } from '@/test/world/sent-messages'
import { createWorld } from '@/test/world/world'
import { listSkills } from '../request/skill-list'

const skill = (name: string, body: string, more = '') =>
  `---\nname: ${name}\ndescription: How ${name} are done\n${more}---\n${body}\n`

const NOTES = '.countersign/skills/notes/SKILL.md'
const done = { text: 'Done.' }

const told = (s: Scenario, number: number) => sentInstructions(s.world.db, s.sessionId, number)
const listed = async (s: Scenario) => ok(await listSkills(s.deps, s.sessionId))
const resultOf = async (s: Scenario): Promise<string | undefined> =>
  (await s.view()).transcript.findLast(entry => entry.kind === 'result')?.text

/** With a data directory, for the owner's skills. */
async function withDataDir(): Promise<{
  s: Scenario
  owners: (name: string, text: string) => Promise<void>
}> {
  const world = await createWorld()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'countersign-data-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const s = await scenario({}, { world, server: { dataDir } })
  const relative = path.relative(world.workspace, dataDir)
  return { s, owners: (name, text) => world.puts(`${relative}/skills/${name}/SKILL.md`, text) }
}

describe('a skill of the workspace', () => {
  test('is told by name, and read on demand without asking; that is edited in the middle of a Run is as it was until the next Run', async () => {
    const s = await scenario({ workspace: 'inner' })
    const [own, agents] = [`inner/${NOTES}`, 'inner/AGENTS.md']
    await s.world.puts(NOTES, skill('notes', 'The way of another folder.'))
    await s.world.puts(own, skill('notes', 'The first way.'))
    await s.world.puts(agents, 'Use tabs.')
    await s.plays([call('gated_write', { name: 'a!' }), call('read_skill', { name: 'notes' }), done])
    await s.waitsOn('gated_write')
    expect(await told(s, 1)).toContain(`- notes (of the workspace, ${NOTES}): How notes are done`)
    expect(await told(s, 1)).not.toContain('The first way.')
    await s.world.puts(own, skill('notes', 'The second way.'))
    await s.world.puts(agents, 'Use spaces.')
    await s.world.puts('inner/.countersign/skills/more/SKILL.md', skill('more', 'More.'))
    await s.crashesAndRestarts()
    await s.approves('gated_write')
    await s.ends('final_text')
    expect(await resultOf(s)).toBe('The first way.')
    for (const number of [1, 3]) expect(await told(s, number)).toContain('\nUse tabs.')
    expect(await told(s, 3)).not.toContain('How more are done')
    const { runId } = await s.plays([call('read_skill', { name: 'notes' }), done])
    await s.ends('final_text', runId)
    expect(await resultOf(s)).toBe('The second way.')
    expect(await told(s, 4)).toContain('How more are done')
    expect(await told(s, 4)).toContain('\nUse spaces.')
  })

  test('that is broken, a link or hidden is listed with why, and not told to the model', async () => {
    const s = await scenario()
    await s.world.puts('.countersign/skills/broken/SKILL.md', 'No head.')
    await s.world.puts('.countersign/skills/large/SKILL.md', skill('large', 'x'.repeat(70_000)))
    await s.world.puts(
      '.countersign/skills/secret/SKILL.md',
      skill('secret', 'Psst.', 'hidden-from-model: true\n'),
    )
    await s.world.puts('elsewhere/SKILL.md', skill('link', 'Followed.'))
    await symlink(
      path.join(s.world.workspace, 'elsewhere'),
      path.join(s.world.workspace, '.countersign/skills/link'),
    )
    expect(
      (await listed(s)).map(({ name, isUsable, isOffered, warnings }) => [
        name,
        isUsable,
        isOffered,
        ...warnings,
      ]),
    ).toEqual([
      ['broken', false, false, expect.stringContaining('does not begin with a line ---')],
      ['large', false, false, expect.stringContaining('It is larger than 64 KB. Move a part')],
      ['link', false, false, expect.stringContaining('symbolic link')],
      ['secret', true, false],
    ])
    await symlink('/etc/hostname', path.join(s.world.workspace, 'AGENTS.md'))
    await s.plays([call('read_skill', { name: 'secret' }), done])
    await s.ends('final_text')
    expect(await told(s, 1)).not.toContain('Skills say how')
    expect(await told(s, 1)).toContain('was not read. AGENTS.md is a symbolic link')
    expect(await s.results()).toEqual(['read_skill: error'])
  })
})

test('the owner’s skill beats that of the workspace with the same name, which says so', async () => {
  const { s, owners } = await withDataDir()
  await owners('notes', skill('notes', 'The owner’s way.'))
  await s.world.puts(NOTES, skill('notes', 'Another way.'))
  expect(
    (await listed(s)).map(({ source, isOffered, warnings }) => [source, isOffered, warnings.length]),
  ).toEqual([
    ['owner', true, 0],
    ['workspace', false, 1],
  ])
  await s.plays([call('read_skill', { name: 'notes' }), done])
  await s.ends('final_text')
  expect(await resultOf(s)).toBe('The owner’s way.')
})

describe('/skill:name in a message', () => {
  test('puts the skill’s text beside what was said, as it was when it was accepted, a hidden one too', async () => {
    const s = await scenario()
    await s.world.puts(NOTES, skill('notes', 'The first way.', 'hidden-from-model: true\n'))
    await s.plays([call('gated_write', { name: 'a!' }), done, done])
    await s.waitsOn('gated_write')
    await s.says('/skill:notes about today')
    await s.world.puts(NOTES, skill('notes', 'The second way.'))
    await s.approves('gated_write')
    await s.ends('final_text')
    const [said, text] = (await s.sent(2)).slice(-2)
    expect(said).toBe('user: /skill:notes about today')
    expect(text).toContain('The first way.')
    expect(await s.texts()).toContain(`notice: With the skill notes, of the workspace: ${NOTES}`)
  })

  test('is refused where there is none, or it cannot be used', async () => {
    const s = await scenario()
    await s.world.puts('.countersign/skills/broken/SKILL.md', 'No head.')
    for (const name of ['none at all', '', 'broken'])
      refused(await s.tries(`/skill:${name}`), 'invalid_request')
    expect((await s.view()).transcript).toEqual([])
  })
})

test('the file AGENTS.md of the workspace is cut at 20,000 characters, and both sizes are told', async () => {
  const s = await scenario()
  await s.world.puts('AGENTS.md', 'x'.repeat(31_000))
  await s.plays([done])
  await s.ends('final_text')
  const record = await s.world.db.request.findFirstOrThrow({ where: { sessionId: s.sessionId } })
  const part = (record.parts as { label: string; rawChars?: number; chars: number }[]).find(
    ({ label }) => label === 'Project file AGENTS.md',
  )
  expect(part?.rawChars).toBe(31_000)
  expect(part?.chars).toBeLessThan(20_400)
  expect(await told(s, 1)).toContain('characters left out …]')
})

test('secrets in skills and in the project file reach neither the model, nor the record, nor the page', async () => {
  const s = await scenario()
  const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
  await s.world.puts(NOTES, skill('notes', `Push with ${secret} to it.`))
  await s.world.puts('AGENTS.md', `The token is ${secret}.`)
  await s.plays([call('read_skill', { name: 'notes' }), done])
  await s.ends('final_text')
  const { runId } = await s.says('/skill:notes')
  await s.world.until('the end', async () => (await s.view()).lastRun?.id === runId)
  const kept = [
    await s.events(),
    await listed(s),
    await s.world.db.blob.findMany(),
    await s.world.db.entry.findMany(),
  ]
  expect(JSON.stringify(kept)).not.toContain(secret)
  expect(await told(s, 1)).toMatch(/The token is ⟦secret:\d+⟧/)
})
