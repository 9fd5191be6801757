import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { OWNER } from '@/lib/domain/contract/person'
import { NewSession } from '@/lib/domain/session/session'
import { cards, purposes, undoes } from '@/test/world/compaction-story'
import { ok, type Scenario, scenario, startsSession } from '@/test/world/scenario'
import { createWorld, type World } from '@/test/world/world'
import { releaseSecret } from '../actions/release-secret'

const PAGE = 'e2e/README.md'

type Section = { heading: string; settings: NewSession; scripts: string[] }

/** The sections of a page that have something to paste: the settings to begin with, and the scripts in their order. */
const sectionsOf = (page: string): Section[] =>
  readFileSync(page, 'utf8')
    .split(/^##+ /m)
    .slice(1)
    .map(sectionOf)
    .filter(({ scripts }) => scripts.length > 0)

function sectionOf(text: string): Section {
  const [, settings = '{}'] = /^Settings: `(.+)`$/m.exec(text) ?? []
  return {
    heading: text.slice(0, text.indexOf('\n')),
    settings: NewSession.parse(JSON.parse(settings)),
    scripts: [...text.matchAll(/```json\n(\{\s*"turns"[\s\S]*?\n)```/g)].map(([, script = '']) => script),
  }
}

const SECTIONS = sectionsOf(PAGE)

const scriptsUnder = (heading: string): string[] =>
  SECTIONS.find(section => section.heading === heading)?.scripts ?? []

/** The scripts of the guide for a dialect, in their order. */
const scriptsOf = (dialect: string): string[] => scriptsUnder(`The dialect \`${dialect}\``)

/** The files that a page asks for, put there by its own commands. */
function putsFiles({ workspace }: World, page: string, commands: RegExp): void {
  const [, found = ''] = commands.exec(readFileSync(page, 'utf8')) ?? []
  expect(found).toContain('.countersign/workspace')
  execFileSync('bash', ['-c', found.replace('.countersign/workspace', workspace)])
}

/** So many scripts show the families: one that did the same too often would be stopped. */
const FAMILIES = 6

const paste = (s: Scenario, script: string | undefined) => s.says(script ?? 'There is no such script.')

/** Decides whatever waits until the run has ended; the tools that waited, set by set. Nothing is sent anywhere. */
async function approvesAll(s: Scenario): Promise<string[]> {
  const sets: string[] = []
  for (;;) {
    const set = await s.world.until('a set or the end', async () => {
      const { activeRun, pendingSet } = await s.view()
      return activeRun === undefined ? 'ended' : pendingSet
    })
    if (set === 'ended') return sets
    sets.push(set.calls.map(call => `${call.dialect} ${call.tool}`).join(', '))
    const tools = set.calls.filter(({ state }) => state === 'waiting').map(call => call.tool)
    if (tools.includes('fetch_url')) await s.denies('fetch_url')
    else await s.approves(...tools)
    await s.settles(set)
  }
}

const issues = async (s: Scenario): Promise<number> =>
  (await s.events()).filter(event => event.type === 'parse.issue').length

test.each(['tags', 'auto'] as const)('every family that the guide shows is read: %s', async dialect => {
  const s = await scenario({ dialect, limits: { requests: 30 } })
  const sets: string[] = []
  for (const script of scriptsOf('tags').slice(0, FAMILIES)) {
    await paste(s, script)
    sets.push(...(await approvesAll(s)))
    await s.ends('final_text')
  }
  const one = 'tags list_files'
  expect(sets).toEqual([one, `${one}, ${one}`, ...Array.from({ length: 14 }, () => one)])
  expect(await s.results()).toEqual(Array.from({ length: 17 }, () => 'list_files: ok'))
  expect(await issues(s)).toBe(0)
})

test('what only speaks of a call asks nobody', async () => {
  const s = await scenario({ dialect: 'tags' })
  await paste(s, scriptsOf('tags')[FAMILIES])
  await s.ends('final_text')
  expect(await s.results()).toEqual([])
  expect(await issues(s)).toBe(0)
})

test('what cannot be read is told, and so is a tool that is not there', async () => {
  const s = await scenario({ dialect: 'tags' })
  await paste(s, scriptsOf('tags')[FAMILIES + 1])
  expect(await approvesAll(s)).toEqual(['tags list_files'])
  await s.ends('final_text')
  expect(await s.results()).toEqual(['no_such_tool: error', 'list_files: ok'])
  expect(await issues(s)).toBe(1)
})

test('an agent that reasons and acts is nudged, and ends by calling its task complete', async () => {
  const s = await scenario({ dialect: 'react' })
  await paste(s, scriptsOf('react')[0])
  expect(await approvesAll(s)).toEqual(['react write_file'])
  await s.ends('task_complete')
  expect(await s.world.file('check.js')).toBe('if (a < b && c > d) done()')
  expect((await s.texts()).at(-1)).toBe('assistant: I wrote check.js.')
})

test('structured replies call until they do not, and keep what they name a place for', async () => {
  const s = await scenario({ dialect: 'structured' })
  await paste(s, scriptsOf('structured')[0])
  expect(await approvesAll(s)).toEqual(['structured list_files'])
  await s.ends('no_calls')
  expect(await s.results()).toEqual(['list_files: ok', 'summary: ok'])
  expect((await s.view()).state).toEqual({
    seen: { files: expect.objectContaining({ count: 0 }), summary: 'There is nothing here.' },
  })
})

test('a plan is asked about, edited, and carried out with its cause', async () => {
  const s = await scenario({ mode: 'plan' })
  await paste(s, scriptsUnder('A plan, and a state')[0])
  await s.waitsOn('update_plan')
  const { proposed } = await s.asks('update_plan')
  const { steps } = z.object({ steps: z.array(z.unknown()) }).parse(proposed.arguments)
  await s.edits('update_plan', { steps: steps.slice(0, 2) })
  await s.waitsOn('write_file')
  expect(await s.view()).toMatchObject({
    plan: { approved: true, because: 'Changed the plan: removed “Send it to everybody”.' },
    state: { summary: { path: 'summary.md', lines: 1 } },
  })
  await s.denies('write_file', 'Not now')
  await s.ends('final_text')
  expect((await s.view()).plan).toMatchObject({ revision: 2, because: 'Denied write_file: Not now' })
})

test('a plan that goes in circles is none', async () => {
  const s = await scenario()
  await paste(s, scriptsUnder('A plan, and a state')[1])
  await s.ends('final_text')
  expect(await s.results()).toEqual(['update_plan: error'])
})

test('the long conversation of the guide is summarised, asked anew, compacted and undone', async () => {
  const [talk, long] = scriptsUnder('A long conversation')
  const [, settings = ''] = /-d '(\{"compaction": \{"messages".+?)' \|/.exec(readFileSync(PAGE, 'utf8')) ?? []
  const s = await scenario(NewSession.parse(JSON.parse(settings)))
  for (const _ of [1, 2, 3, 4]) {
    const { runId } = await paste(s, talk)
    await s.ends('final_text', runId)
  }
  expect(await purposes(s)).toEqual([
    ...[1, 2, 3].map(n => `${n} loop stop`),
    ...['4 compaction stop', '5 loop stop'],
  ])
  expect((await cards(s))[0]?.text).toContain('It is called Albatros.')
  const { runId } = await paste(s, long)
  await s.ends('final_text', runId)
  expect((await purposes(s)).slice(5)).toEqual(['6 loop overflow', '7 compaction stop', '8 loop stop'])
  expect((await s.sent(8)).join('').length).toBeLessThan((await s.sent(6)).join('').length)
  const last = (await cards(s)).at(-1)
  expect(last).toMatchObject({ why: 'overflow' })
  expect(ok(await undoes(s, last?.id ?? ''))).toMatchObject({ undone: true })
})

test('the limits, circles and silence that the guide shows end as it says', async () => {
  const scripts = scriptsUnder('Limits, circles and silence')
  const ends = [
    { limits: { tokens: 10 }, end: 'budget' },
    { limits: {}, end: 'loop_detected' },
    { limits: {}, end: 'silent' },
  ] as const
  for (const [at, { limits, end }] of ends.entries()) {
    const s = await scenario({ limits })
    await paste(s, scripts[at])
    await approvesAll(s)
    await s.ends(end)
    if (end === 'silent') expect((await s.texts()).at(-1)).toMatch(/last call that failed was read_file/)
  }
})

/** What is played above, and more closely. */
const ABOVE = /^(The dialect `|A plan, and a state$|A long conversation$|Limits, circles and silence$)/

test('every other script of the guide is understood, and played to its end', async () => {
  const world = await createWorld()
  const server = await world.startServer({ sandbox: { kind: 'bubblewrap', read: [] } })
  putsFiles(world, PAGE, /```sh\n(cd [\s\S]*?)```/)
  const others = SECTIONS.filter(({ heading }) => !ABOVE.test(heading))
  const played = others.map(async ({ heading, settings, scripts }) => {
    const s = await startsSession(world, server, settings)
    for (const script of scripts) {
      await paste(s, script)
      await approvesAll(s)
      expect([heading, (await s.view()).lastRun?.stopReason]).not.toEqual([heading, 'error'])
    }
    expect([heading, (await s.texts()).filter(text => /^assistant: .*script/.test(text))]).toEqual([
      heading,
      [],
    ])
  })
  await Promise.all(played)
  expect(played.length).toBeGreaterThan(20)
})

test('the scripts of the guide to secrets do what it says', async () => {
  const [{ scripts: [write = '', read = ''] = [] } = {}] = sectionsOf('docs/secrets.md')
  const s = await scenario()
  await paste(s, write)
  await s.ends('final_text')
  expect(await s.results()).toEqual(['write_file: error'])
  expect(JSON.stringify(await s.events())).not.toContain('ghp_')
  expect((await s.view()).transcript[1]).toMatchObject({
    text: 'I write ⟦secret:1⟧ into the settings.',
    reasoning: 'The token is ⟦secret:1⟧.',
  })
  ok(await releaseSecret(s.deps, { sessionId: s.sessionId, n: 1, person: OWNER }))
  await paste(s, write)
  await approvesAll(s)
  expect(await s.world.file('settings.txt')).toContain('deploy with ghp_')
  putsFiles(s.world, 'docs/secrets.md', /```sh\n(printf [\s\S]*?)```/)
  await paste(s, read)
  await approvesAll(s)
  const results = (await s.view()).transcript.filter(({ kind }) => kind === 'result')
  expect(results.at(-1)?.text).toMatch(/^HOST=example\.com\nDB_PASSWORD=⟦secret:2⟧\n/)
})
