import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Skill, SkillText } from '@/lib/domain/memory/skill'
import { SKILL_BYTES } from '@/lib/domain/memory/skill-file'
import { sha256 } from '@/lib/record/digest'
import { INSTALLATION_CHAIN } from '@/lib/store/record/event'
import { storedLinks } from '@/lib/testing/database/stored-record'
import { type Answered, agreed, ask, refused } from '@/lib/testing/http/http-client'
import { serveApi } from '@/lib/testing/http/http-server'
import { createWorld } from '@/lib/testing/world/world'

const skill = (name: string, body = 'Three lines at most.') =>
  `---\nname: ${name}\ndescription: How ${name} are written\n---\n\n${body}\n`

async function served() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'countersign-data-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const world = await createWorld()
  const { url } = await serveApi({ start: () => world.startServer({ dataDir, secrets: [HELD] }) })
  const add = (text: string, headers: Record<string, string> = {}) =>
    ask(url, 'POST /api/skills', { body: { text }, headers })
  const read = (id: string) => ask(url, `GET /api/skills/${encodeURIComponent(id)}`)
  const put = (id: string, body: object) => ask(url, `PUT /api/skills/${encodeURIComponent(id)}`, { body })
  const remove = (id: string, hash: string) =>
    ask(url, `DELETE /api/skills/${encodeURIComponent(id)}?hash=${encodeURIComponent(hash)}`)
  const list = async () =>
    (agreed('listSkills', await ask(url, 'GET /api/skills')) as { items: Skill[] }).items
  const file = (name: string) => path.join(dataDir, 'skills', name, 'SKILL.md')
  const puts = async (name: string, text: string) => {
    await mkdir(path.dirname(file(name)), { recursive: true })
    await writeFile(file(name), text)
  }
  const links = () => storedLinks(world.db, INSTALLATION_CHAIN)
  const { length } = await links()
  const facts = async () =>
    (await links()).slice(length).map(({ type, payload }) => [type, JSON.parse(payload)])
  return { world, url, dataDir, add, read, put, remove, list, file, puts, facts }
}

const HELD = 'held-by-the-server-0815'

/** What is wrong, and in which line. */
const faultIn = (answered: Answered) => {
  const { errors, line, words } = refused(answered, 'invalid_request')
  return { path: errors?.[0]?.path, code: words?.code, line }
}

describe('a skill of the owner’s', () => {
  test('is made, read, saved and deleted, and the record says who did it', async () => {
    const { add, read, put, remove, list, file, dataDir, facts } = await served()
    const [before, after] = [skill('notes'), skill('notes', 'Four lines.\r\nNo more.')]
    const made = agreed('addSkill', await add(before)) as SkillText
    expect(made).toEqual({ id: 'notes', path: 'skills/notes/SKILL.md', text: before, hash: sha256(before) })
    expect(await readFile(file('notes'), 'utf8')).toBe(before)
    expect(await list()).toMatchObject([
      { id: 'notes', hash: made.hash, name: 'notes', isOffered: true, source: 'owner' },
    ])
    expect(agreed('readSkillText', await read('notes'))).toEqual(made)
    const changed = agreed('changeSkill', await put('notes', { text: after, hash: made.hash })) as SkillText
    expect(changed).toEqual({ ...made, text: after, hash: sha256(after) })
    expect(agreed('changeSkill', await put('notes', { text: after, hash: changed.hash }))).toEqual(changed)
    expect(await readFile(file('notes'), 'utf8')).toBe(after)
    expect(await readdir(path.dirname(file('notes')))).toEqual(['SKILL.md'])
    agreed('deleteSkill', await remove('notes', changed.hash))
    expect(await readdir(path.join(dataDir, 'skills'))).toEqual([])
    for (const answered of [
      await read('notes'),
      await put('notes', { text: after, hash: changed.hash }),
      await remove('notes', changed.hash),
    ])
      refused(answered, 'not_found')
    const about = { skillId: 'notes', by: 'owner' }
    expect(await facts()).toEqual([
      ['skill.added', { ...about, hash: made.hash }],
      ['skill.changed', { ...about, hash: changed.hash }],
      ['skill.removed', { ...about, hash: changed.hash }],
    ])
  })

  test('that somebody else has changed is not saved over or deleted: the answer has what is there', async () => {
    const { add, put, remove, puts, file, facts } = await served()
    const { hash } = agreed('addSkill', await add(skill('notes'))) as SkillText
    const theirs = skill('notes', 'Theirs.')
    await puts('notes', theirs)
    const now = { id: 'notes', path: 'skills/notes/SKILL.md', text: theirs, hash: sha256(theirs) }
    for (const answered of [
      await put('notes', { text: skill('notes', 'Mine.'), hash }),
      await remove('notes', hash),
    ])
      expect(refused(answered, 'stale_revision').skill).toEqual(now)
    expect(await readFile(file('notes'), 'utf8')).toBe(theirs)
    expect(await facts()).toHaveLength(1)
    agreed('changeSkill', await put('notes', { text: skill('notes', 'Mine.'), hash: now.hash }))
  })

  test('is saved by one of several at once, and by nobody over another', async () => {
    const { add, put, file, facts } = await served()
    const { hash } = agreed('addSkill', await add(skill('notes'))) as SkillText
    const texts = Array.from({ length: 6 }, (_, n) => skill('notes', `Way ${n}.`))
    const answers = await Promise.all(texts.map(text => put('notes', { text, hash })))
    const [winner, ...others] = answers.filter(({ status }) => status === 200)
    expect(others).toEqual([])
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
    expect(winner?.json).toMatchObject({ text: await readFile(file('notes'), 'utf8') })
    expect(await facts()).toHaveLength(2)
  })

  test('is made once, however often it is sent, and never over another', async () => {
    const { add, list, puts, file } = await served()
    const headers = { 'idempotency-key': 'one' }
    const made = agreed('addSkill', await add(skill('notes'), headers))
    expect(agreed('addSkill', await add(skill('notes'), headers))).toEqual(made)
    expect(faultIn(await add(skill('notes', 'Another.')))).toMatchObject({ code: 'skill.folderInUse' })
    await puts('taken', 'No skill at all')
    expect(faultIn(await add(skill('taken')))).toMatchObject({ code: 'skill.folderInUse' })
    expect(await readFile(file('taken'), 'utf8')).toBe('No skill at all')
    expect((await list()).map(({ name }) => name)).toEqual(['notes', 'taken'])
  })

  test('that others have written badly is read and put right, whatever its folder is called', async () => {
    const { read, put, puts, list } = await served()
    await puts('Выпуск и др.', 'No head')
    const [listed] = await list()
    expect(listed).toMatchObject({ id: 'Выпуск и др.', isUsable: false })
    expect(listed?.warningWords).toEqual([{ code: 'skill.noHead', params: { line: 1 } }])
    const { id, hash, text } = agreed('readSkillText', await read('Выпуск и др.')) as SkillText
    expect(text).toBe('No head')
    agreed('changeSkill', await put(id, { text: skill('release'), hash }))
    expect((await list())[0]).toMatchObject({ name: 'release', isUsable: true })
  })

  test('keeps its folder where that holds other files', async () => {
    const { add, remove, file } = await served()
    const { hash } = agreed('addSkill', await add(skill('notes'))) as SkillText
    await writeFile(path.join(path.dirname(file('notes')), 'example.txt'), 'An example')
    agreed('deleteSkill', await remove('notes', hash))
    expect(await readdir(path.dirname(file('notes')))).toEqual(['example.txt'])
  })
})

describe('nothing is stored of', () => {
  test.each<[string, string | undefined, number | undefined]>([
    ['Just text', 'skill.noHead', 1],
    [skill('notes').replace('description', 'desc'), 'skill.noDescription', 4],
    [skill('Notes'), 'skill.otherName', 2],
    [skill('../notes'), 'skill.otherName', 2],
    [skill('notes', ''), 'skill.noText', 4],
    [skill('notes', 'ё'.repeat(SKILL_BYTES / 2)), 'skill.tooLarge', 1],
    [skill('notes', 'x'.repeat(SKILL_BYTES)), 'problem.atField', undefined],
    [skill('notes', `Use ${HELD} for it.`), 'skill.secret', undefined],
    [skill('notes', 'a\0b'), 'fault.nul', undefined],
    ['', 'problem.atField', undefined],
  ])('%#: %j', async (text, code, line) => {
    const { add, put, file, dataDir, facts } = await served()
    expect(faultIn(await add(text))).toEqual({ path: '/text', code, line })
    await expect(readdir(path.join(dataDir, 'skills'))).rejects.toThrow('ENOENT')
    const { hash } = agreed('addSkill', await add(skill('notes'))) as SkillText
    expect(faultIn(await put('notes', { text, hash }))).toEqual({ path: '/text', code, line })
    expect(await readFile(file('notes'), 'utf8')).toBe(skill('notes'))
    expect(await facts()).toHaveLength(1)
  })

  test('more skills than are read', async () => {
    const { add, puts, list } = await served()
    for (let n = 10; n < 60; n++) await puts(`skill-${n}`, skill(`skill-${n}`))
    expect(faultIn(await add(skill('one-more')))).toMatchObject({ code: 'skill.most' })
    expect(await list()).toHaveLength(50)
  })
})

describe('no way leads out of the folder of skills:', () => {
  test.each([
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
  ])('there is no skill %s', async id => {
    const { url, puts, dataDir } = await served()
    await puts('notes', skill('notes'))
    await writeFile(path.join(dataDir, 'SKILL.md'), skill('outside'))
    const body = { text: skill('notes'), hash: sha256('') }
    for (const answered of [
      await ask(url, `GET /api/skills/${id}`),
      await ask(url, `PUT /api/skills/${id}`, { body }),
      await ask(url, `DELETE /api/skills/${id}?hash=${sha256('')}`),
    ])
      expect([id, answered.status]).toEqual([id, 404])
    expect(await readFile(path.join(dataDir, 'SKILL.md'), 'utf8')).toBe(skill('outside'))
  })

  test('links are not followed, to be read, written or removed', async () => {
    const { add, read, put, remove, dataDir, list } = await served()
    const outside = await mkdtemp(path.join(tmpdir(), 'countersign-outside-'))
    onTestFinished(() => rm(outside, { recursive: true, force: true }))
    const text = skill('notes', 'Outside.')
    await writeFile(path.join(outside, 'SKILL.md'), text)
    await mkdir(path.join(dataDir, 'skills', 'file'), { recursive: true })
    await symlink(outside, path.join(dataDir, 'skills', 'folder'))
    await symlink(path.join(outside, 'SKILL.md'), path.join(dataDir, 'skills', 'file', 'SKILL.md'))
    for (const id of ['folder', 'file']) {
      refused(await read(id), 'invalid_request')
      refused(await put(id, { text: skill('notes', 'Mine.'), hash: sha256(text) }), 'invalid_request')
      refused(await remove(id, sha256(text)), 'invalid_request')
      refused(await add(skill(id)), 'invalid_request')
    }
    expect((await list()).map(({ id, isUsable }) => [id, isUsable])).toEqual([
      [undefined, false],
      [undefined, false],
    ])
    expect(await readFile(path.join(outside, 'SKILL.md'), 'utf8')).toBe(text)
    expect(await readdir(outside)).toEqual(['SKILL.md'])
  })

  test('those of a workspace are read there, and changed there', async () => {
    const { world, read, put, remove, list } = await served()
    await world.puts('.countersign/skills/notes/SKILL.md', skill('notes'))
    const [listed] = await list()
    expect(listed).toMatchObject({ name: 'notes', source: 'workspace', isOffered: true })
    expect(listed).not.toHaveProperty('id')
    refused(await read('notes'), 'not_found')
    refused(await put('notes', { text: skill('notes'), hash: sha256(skill('notes')) }), 'not_found')
    refused(await remove('notes', sha256(skill('notes'))), 'not_found')
  })
})

test('what holds a secret is neither shown nor saved over unseen', async () => {
  const { read, put, puts, list } = await served()
  const text = skill('notes', `The key is ${HELD}.`)
  await puts('notes', text)
  expect((await list())[0]?.body).not.toContain(HELD)
  const answered = await read('notes')
  expect(faultIn(answered)).toMatchObject({ code: 'skill.secretInFile' })
  expect(answered.text).not.toContain(HELD)
  const other = await put('notes', { text: skill('notes'), hash: sha256('other') })
  expect(refused(other, 'stale_revision').skill).toBeUndefined()
  expect(other.text).not.toContain(HELD)
})

test('where nothing can be written the answer says so, and nothing is recorded', async () => {
  const { add, dataDir, facts } = await served()
  await writeFile(path.join(dataDir, 'skills'), 'No folder')
  refused(await add(skill('notes')), 'invalid_request')
  expect(await facts()).toEqual([])
})

test('without a data directory there is no place for skills', async () => {
  const world = await createWorld()
  const { url } = await serveApi({ start: () => world.startServer() })
  const { words } = refused(
    await ask(url, 'POST /api/skills', { body: { text: skill('notes') } }),
    'unavailable',
  )
  expect(words?.code).toBe('skill.noPlace')
  refused(await ask(url, 'GET /api/skills/notes'), 'not_found')
})
