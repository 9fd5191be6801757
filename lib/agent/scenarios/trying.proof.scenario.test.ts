import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { OWNER } from '@/lib/domain/contract/person'
import { CALL_STORIES } from '@/test/guide/call-stories'
import { CONTEXT_STORIES } from '@/test/guide/context-stories'
import { sectionsOf } from '@/test/guide/sections'
import { approvesInTurn, resultTexts } from '@/test/guide/story'
import { ok, scenario, startsSession } from '@/test/world/scenario'
import { createWorld, type World } from '@/test/world/world'
import { releaseSecret } from '../actions/release-secret'

const PAGE = 'e2e/README.md'

/** What `pasted-scripts` plays is about several sessions each, and told there. */
const ELSEWHERE = /^(The dialect `|A plan, and a state$|A long conversation$|Limits, circles and silence$)/

const SECTIONS = sectionsOf(PAGE).filter(({ heading }) => !ELSEWHERE.test(heading))

/** The files that a page asks for, put there by its own commands. */
function putsFiles({ workspace }: World, page: string, commands: RegExp): void {
  const [, found = ''] = commands.exec(readFileSync(page, 'utf8')) ?? []
  expect(found).toContain('.countersign/workspace')
  execFileSync('bash', ['-c', found.replace('.countersign/workspace', workspace)])
}

test('each section of the guide has its story', () => {
  const told = Object.keys({ ...CALL_STORIES, ...CONTEXT_STORIES })
  expect(SECTIONS.map(({ heading }) => heading).sort()).toEqual(told.sort())
})

test.each([
  ['calls', CALL_STORIES],
  ['what the model is told', CONTEXT_STORIES],
])('the scripts of the guide do what it says: %s', async (_, stories) => {
  const world = await createWorld()
  const server = await world.startServer({ sandbox: { kind: 'bubblewrap', read: [] } })
  putsFiles(world, PAGE, /```sh\n(cd [\s\S]*?)```/)
  const playing = SECTIONS.map(async ({ heading, settings, scripts }) => {
    const story = stories[heading]
    if (story) await story(await startsSession(world, server, settings), ...scripts)
  })
  const faults = (await Promise.allSettled(playing)).flatMap(one => ('reason' in one ? [one.reason] : []))
  if (faults.length > 0) throw faults[0]
})

test('the scripts of the guide to secrets do what it says', async () => {
  const [{ scripts: [write = '', read = ''] = [] } = {}] = sectionsOf('docs/secrets.md')
  const s = await scenario()
  const first = await s.says(write)
  await s.ends('final_text', first.runId)
  expect(await s.results()).toEqual(['write_file: error'])
  expect(JSON.stringify(await s.events())).not.toContain('ghp_')
  expect((await s.view()).transcript[1]).toMatchObject({
    text: 'I write ⟦secret:1⟧ into the settings.',
    reasoning: 'The token is ⟦secret:1⟧.',
  })
  ok(await releaseSecret(s.deps, { sessionId: s.sessionId, n: 1, person: OWNER }))
  const second = await s.says(write)
  await approvesInTurn(s, 'write_file')
  await s.ends('final_text', second.runId)
  expect(await s.world.file('settings.txt')).toContain('deploy with ghp_')
  putsFiles(s.world, 'docs/secrets.md', /```sh\n(printf [\s\S]*?)```/)
  await s.says(read)
  await approvesInTurn(s, 'read_file')
  expect((await resultTexts(s)).at(-1)).toMatch(/^HOST=example\.com\nDB_PASSWORD=⟦secret:2⟧\n/)
})
