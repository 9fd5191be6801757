import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Event } from '@/lib/domain/session/event'
import { call, calls, type Scenario, scenario } from '@/test/world/scenario'

const GUIDE = readFileSync('lib/agent/README.md', 'utf8')

/** The events that the guide prints under a heading. */
function printedUnder(heading: string): string[] {
  const [, section = ''] = GUIDE.split(`### ${heading}\n`)
  const [, printed = ''] = /```text\n([\s\S]*?)\n```/.exec(section) ?? []
  return printed.split('\n')
}

/** An event as the guide prints it. */
function printed({ seq, type, data }: Event): string {
  const details: Partial<Record<Event['type'], string>> = {
    'message.added': 'entry' in data ? data.entry.kind : '',
    'call.waiting': 'call' in data && data.call.state === 'waiting' ? data.call.why : '',
    'call.decided': 'kind' in data ? data.kind : '',
    'call.ended': 'call' in data && data.call.state === 'settled' ? data.call.result.kind : '',
    'run.ended': 'run' in data ? data.run.stopReason : '',
  }
  return `${String(seq).padStart(2)} ${type} ${details[type] ?? ''}`.trimEnd()
}

const WRITE = call('write_file', { path: 'notes.md', content: 'Hello\n' })
const DONE = { text: 'Done.' }

async function waitsForWrite(): Promise<Scenario> {
  const s = await scenario()
  await s.plays([WRITE, DONE])
  await s.waitsOn('write_file')
  return s
}

const STORIES: Record<string, () => Promise<Scenario>> = {
  Approve: async () => {
    const s = await waitsForWrite()
    await s.approves('write_file')
    return s
  },
  Edit: async () => {
    const s = await waitsForWrite()
    await s.edits('write_file', { path: 'notes.md', content: 'Hi\n' })
    return s
  },
  Deny: async () => {
    const s = await waitsForWrite()
    await s.denies('write_file', 'Not now')
    return s
  },
  Crash: async () => {
    const s = await scenario()
    await s.plays([calls('gated_write a'), DONE])
    await s.waitsOn('gated_write')
    await s.approves('gated_write')
    await s.gates.begins('a')
    await s.crashesAndRestarts()
    await s.asks('gated_write', 'outcome_unknown')
    await s.rules('gated_write', { kind: 'mark_done', result: 'It is there.' })
    return s
  },
}

test.each(Object.entries(STORIES))(
  'the events of the story “%s” are those that the guide prints',
  async (heading, plays) => {
    const s = await plays()
    await s.ends('final_text')
    expect((await s.events()).map(printed)).toEqual(printedUnder(heading))
  },
)

test('every file that the guide names is there', () => {
  const files = [...GUIDE.matchAll(/`((?:app|lib)\/[\w/.()[\]-]+\.tsx?)`/g)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter(file => !existsSync(file))).toEqual([])
})
