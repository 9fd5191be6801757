import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { SKILL_BYTES } from '@/lib/domain/skills/skill-file'
import { sha256 } from '@/lib/record/digest'
import { INSTALLATION_CHAIN } from '@/lib/store/record/event'
import { storedLinks } from '@/test/database/stored-record'
import { type Answered, ask, operations, refused } from '@/test/http/http-client'
import { serveApi } from '@/test/http/http-server'
import { fileWorld } from '@/test/http/http-story'

const HELD = 'held-by-the-server-0815'
const served = fileWorld({ secrets: [HELD] })

const skill = (name: string, body = 'Three lines at most.') =>
  `---\nname: ${name}\ndescription: How ${name} are written\n---\n\n${body}\n`

const add = (text: string) => served().tries('addSkill', { body: { text } })
const made = (name: string) => served().does('addSkill', { body: { text: skill(name) } })
const read = (at: string) => served().tries('readSkillText', { at })
const put = (at: string, body: object) => served().tries('changeSkill', { at, body })
const saved = (at: string, body: object) => served().does('changeSkill', { at, body })
const remove = (at: string, hash: string) => served().tries('deleteSkill', { at, query: { hash } })
const list = async () => (await served().does('listSkills')).items
const folder = () => path.join(served().dataDir, 'skills')
const file = (name: string) => path.join(folder(), name, 'SKILL.md')
const puts = async (name: string, text: string) => {
  await mkdir(path.dirname(file(name)), { recursive: true })
  await writeFile(file(name), text)
}

/** What the record says of skills, or of this one. */
const facts = async (id?: string) =>
  (await storedLinks(served().world.db, INSTALLATION_CHAIN))
    .filter(({ type }) => type.startsWith('skill.'))
    .map(({ type, payload }) => [type, JSON.parse(payload)] as const)
    .filter(([, { skillId }]) => id === undefined || skillId === id)

/** What is wrong, and in which line. */
const faultIn = (answered: Answered) => {
  const { errors, line, codedText } = refused(answered, 'invalid_request')
  return { path: errors?.[0]?.path, code: codedText?.code, line }
}

describe('a skill of the owner’s', () => {
  test('is made, read, saved and deleted, and the record says who did it', async () => {
    const [before, after] = [skill('notes'), skill('notes', 'Four lines.\r\nNo more.')]
    const first = await made('notes')
    expect(first).toEqual({ id: 'notes', path: 'skills/notes/SKILL.md', text: before, hash: sha256(before) })
    expect(await readFile(file('notes'), 'utf8')).toBe(before)
    expect(await list()).toMatchObject([
      { id: 'notes', hash: first.hash, name: 'notes', isOffered: true, source: 'owner' },
    ])
    expect((await read('notes')).json).toEqual(first)
    const changed = await saved('notes', { text: after, hash: first.hash })
    expect(changed).toEqual({ ...first, text: after, hash: sha256(after) })
    expect(await saved('notes', { text: after, hash: changed.hash })).toEqual(changed)
    expect(await readFile(file('notes'), 'utf8')).toBe(after)
    expect(await readdir(path.dirname(file('notes')))).toEqual(['SKILL.md'])
    await served().does('deleteSkill', { at: 'notes', query: { hash: changed.hash } })
    expect(await readdir(folder())).toEqual([])
    for (const answered of [await read('notes'), await put('notes', { text: after, hash: changed.hash })])
      refused(answered, 'not_found')
    const about = { skillId: 'notes', by: 'owner' }
    expect(await facts('notes')).toEqual([
      ['skill.added', { ...about, hash: first.hash }],
      ['skill.changed', { ...about, hash: changed.hash }],
      ['skill.removed', { ...about, hash: changed.hash }],
    ])
  })

  test('that somebody else has changed is not saved over or deleted, and by one of several at once', async () => {
    const { hash } = await made('shared')
    const theirs = skill('shared', 'Theirs.')
    await puts('shared', theirs)
    const now = { id: 'shared', path: 'skills/shared/SKILL.md', text: theirs, hash: sha256(theirs) }
    const mine = { text: skill('shared', 'Mine.'), hash }
    for (const answered of [await put('shared', mine), await remove('shared', hash)])
      expect(refused(answered, 'stale_revision').skill).toEqual(now)
    expect(await readFile(file('shared'), 'utf8')).toBe(theirs)
    expect(await facts('shared')).toHaveLength(1)
    const texts = Array.from({ length: 6 }, (_, n) => skill('shared', `Way ${n}.`))
    const answers = await Promise.all(texts.map(text => put('shared', { text, hash: now.hash })))
    const [winner, ...others] = answers.toSorted((one, other) => one.status - other.status)
    expect(winner?.status).toBe(200)
    for (const { status } of others) expect(status).toBe(409)
    expect(winner?.json).toMatchObject({ text: await readFile(file('shared'), 'utf8') })
    expect(await facts('shared')).toHaveLength(2)
  })

  test('is made over no other, and read and put right where others have written it badly', async () => {
    await puts('Выпуск и др.', 'No head')
    expect(faultIn(await add(skill('shared', 'Another.')))).toMatchObject({ code: 'skill.folderInUse' })
    const listed = (await list()).find(({ id }) => id === 'Выпуск и др.')
    expect(listed).toMatchObject({
      isUsable: false,
      warningMessages: [{ code: 'skill.noHead', params: { line: 1 } }],
    })
    const { id, hash, text } = await served().does('readSkillText', { at: 'Выпуск и др.' })
    expect(text).toBe('No head')
    await saved(id, { text: skill('release'), hash })
    expect((await list()).find(each => each.id === id)).toMatchObject({ name: 'release', isUsable: true })
  })

  test('keeps its folder where that holds other files', async () => {
    const { hash } = await made('kept')
    await writeFile(path.join(path.dirname(file('kept')), 'example.txt'), 'An example')
    await served().does('deleteSkill', { at: 'kept', query: { hash } })
    expect(await readdir(path.dirname(file('kept')))).toEqual(['example.txt'])
    await rm(path.dirname(file('kept')), { recursive: true })
  })

  test('is stored neither new nor changed where something is wrong with it', async () => {
    const { hash } = await made('whole')
    const before = await facts()
    const folders = await readdir(folder())
    const rows: [string, string, number | undefined][] = [
      ['Just text', 'skill.noHead', 1],
      [skill('Whole'), 'skill.otherName', 2],
      [skill('whole', 'ё'.repeat(SKILL_BYTES / 2)), 'skill.tooLarge', 1],
      [skill('whole', 'x'.repeat(SKILL_BYTES)), 'plain.about', undefined],
      [skill('whole', `Use ${HELD} for it.`), 'skill.secret', undefined],
      [skill('whole', 'a\0b'), 'fault.nul', undefined],
      ['', 'plain.about', undefined],
    ]
    for (const [text, code, line] of rows)
      for (const answered of [
        await add(text.replace('name: whole', 'name: fresh')),
        await put('whole', { text, hash }),
      ])
        expect([text.slice(0, 99), faultIn(answered)]).toEqual([
          text.slice(0, 99),
          { path: '/text', code, line },
        ])
    expect(await readFile(file('whole'), 'utf8')).toBe(skill('whole'))
    expect([await facts(), await readdir(folder())]).toEqual([before, folders])
  })

  test('that holds a secret is neither shown nor saved over unseen', async () => {
    await puts('leaky', skill('leaky', `The key is ${HELD}.`))
    expect((await list()).find(({ id }) => id === 'leaky')?.body).not.toContain(HELD)
    const answered = await read('leaky')
    expect(faultIn(answered)).toMatchObject({ code: 'skill.secretInFile' })
    const other = await put('leaky', { text: skill('leaky'), hash: sha256('other') })
    expect(refused(other, 'stale_revision').skill).toBeUndefined()
    expect(answered.text + other.text).not.toContain(HELD)
  })
})

describe('no way leads out of the folder of skills:', () => {
  test('there is no skill by the name of another place', async () => {
    const { url, dataDir } = served()
    await writeFile(path.join(dataDir, 'SKILL.md'), skill('outside'))
    const body = { text: skill('notes'), hash: sha256('') }
    const up = [
      '..',
      '.',
      '%2e%2e',
      '..%2f..',
      'a%2fb',
      'a%5cb',
      '.hidden',
      'a%00',
      '%E2%80%AEa',
      'n'.repeat(101),
    ]
    for (const id of up)
      for (const [line, sent] of [
        [`GET /api/skills/${id}`, {}],
        [`PUT /api/skills/${id}`, { body }],
        [`DELETE /api/skills/${id}?hash=${sha256('')}`, {}],
      ] as const)
        expect([line, (await ask(url, line, sent)).status]).toEqual([line, 404])
    expect(await readFile(path.join(dataDir, 'SKILL.md'), 'utf8')).toBe(skill('outside'))
  })

  test('links are not followed, to be read, written or removed', async () => {
    const outside = await mkdtemp(path.join(tmpdir(), 'countersign-outside-'))
    onTestFinished(() => rm(outside, { recursive: true, force: true }))
    const text = skill('notes', 'Outside.')
    await writeFile(path.join(outside, 'SKILL.md'), text)
    await mkdir(path.dirname(file('file')), { recursive: true })
    await symlink(outside, path.join(folder(), 'folder'))
    await symlink(path.join(outside, 'SKILL.md'), file('file'))
    for (const id of ['folder', 'file'])
      for (const answered of [
        ...[await read(id), await put(id, { text: skill('notes', 'Mine.'), hash: sha256(text) })],
        ...[await remove(id, sha256(text)), await add(skill(id))],
      ])
        refused(answered, 'invalid_request')
    const unnamed = (await list()).filter(({ id }) => id === undefined)
    expect(unnamed.map(({ isUsable }) => isUsable)).toEqual([false, false])
    expect(await readFile(path.join(outside, 'SKILL.md'), 'utf8')).toBe(text)
    expect(await readdir(outside)).toEqual(['SKILL.md'])
    await rm(path.join(folder(), 'folder'))
    await rm(path.dirname(file('file')), { recursive: true })
  })

  test('those of a workspace are read there, and changed there', async () => {
    const text = skill('local')
    await served().world.puts('.countersign/skills/local/SKILL.md', text)
    const listed = (await list()).find(({ name }) => name === 'local')
    expect(listed).toMatchObject({ source: 'workspace', isOffered: true })
    expect(listed).not.toHaveProperty('id')
    for (const answered of [
      ...[await read('local'), await put('local', { text, hash: sha256(text) })],
      await remove('local', sha256(text)),
    ])
      refused(answered, 'not_found')
  })
})

test('no more skills are made than are read, and none where there is no place for them', async () => {
  for (let n = 10; n < 60; n++) await puts(`skill-${n}`, skill(`skill-${n}`))
  expect(faultIn(await add(skill('one-more')))).toMatchObject({ code: 'skill.most' })
  expect((await list()).filter(({ id }) => id !== undefined)).toHaveLength(50)
  const before = await facts()
  await rm(folder(), { recursive: true })
  await writeFile(folder(), 'No folder')
  refused(await add(skill('notes')), 'invalid_request')
  const { world } = served()
  const start = () => world.startServer({ dataDir: undefined })
  const without = operations((await serveApi({ start })).url)
  const { codedText } = refused(
    await without.tries('addSkill', { body: { text: skill('notes') } }),
    'unavailable',
  )
  expect(codedText?.code).toBe('skill.noPlace')
  refused(await without.tries('readSkillText', { at: 'notes' }), 'not_found')
  expect(await facts()).toEqual(before)
})
