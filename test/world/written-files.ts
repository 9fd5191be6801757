import type { Call } from '@/lib/domain/call/call'
import { type Scenario, type Scripted, scenario } from './scenario'

export const done: Scripted = { text: 'Done.' }
export const writing = (file: string, content: string) => ({
  name: 'write_file',
  arguments: { path: file, content },
})
export const editing = (old: string, text: string) => ({
  name: 'edit_file',
  arguments: { path: 'a.txt', old, new: text },
})

/** The agent has made these Calls, approved by the person, and its Run has ended. */
export async function afterwards(
  ...made: { name: string; arguments: unknown }[]
): Promise<{ s: Scenario; runId: string; made: Call[] }> {
  const s = await scenario()
  return { s, ...(await makes(s, ...made)) }
}

export async function makes(s: Scenario, ...made: { name: string; arguments: unknown }[]) {
  const { runId } = await s.plays([{ calls: made }, done])
  const set = await s.waitsOn(...made.map(one => one.name))
  for (const { name } of made) await s.approves(name)
  await s.ends('final_text', runId)
  return { runId, made: await s.settles(set) }
}

export const first = <T>(items: T[]): T => {
  const [item] = items
  if (item === undefined) throw new Error('There is none.')
  return item
}
