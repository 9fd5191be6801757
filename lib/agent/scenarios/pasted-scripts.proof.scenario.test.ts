import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { NewSession } from '@/lib/domain/session/session'
import { cards, purposes, undoes } from '@/test/world/compaction-story'
import { ok, type Scenario, scenario } from '@/test/world/scenario'

const GUIDE = readFileSync('e2e/README.md', 'utf8')

/** The scripts of the guide for a dialect, in their order. */
const scriptsOf = (dialect: string): string[] => scriptsUnder(`The dialect \`${dialect}\``)

function scriptsUnder(heading: string): string[] {
  const [, section = ''] = GUIDE.split(`## ${heading}\n`)
  const own = section.split(/^## /m)[0] ?? ''
  return [...own.matchAll(/```json\n(\{\s*"turns"[\s\S]*?\n)```/g)].map(([, script = '']) => script)
}

/** So many scripts show the families: one that did the same too often would be stopped. */
const FAMILIES = 6

const paste = (s: Scenario, script: string | undefined) => s.says(script ?? 'There is no such script.')

/** Approves whatever waits until the run has ended; the tools that waited, set by set. */
async function approvesAll(s: Scenario): Promise<string[]> {
  const sets: string[] = []
  for (;;) {
    const set = await s.world.until('a set or the end', async () => {
      const { activeRun, pendingSet } = await s.view()
      return activeRun === undefined ? 'ended' : pendingSet
    })
    if (set === 'ended') return sets
    sets.push(set.calls.map(call => `${call.dialect} ${call.tool}`).join(', '))
    await s.approves(...set.calls.map(call => call.tool))
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
  const [, settings = ''] = /-d '(\{"compaction": \{"messages".+?)' \|/.exec(GUIDE) ?? []
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
