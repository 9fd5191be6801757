import { addHook } from '@/lib/agent/actions/hooks'
import { OWNER } from '@/lib/domain/contract/person'
import type { NewHook } from '@/lib/domain/hooks/hook'
import { toInstant } from '@/lib/domain/instant'
import { call, ok, type Scenario, scenario } from './scenario'

export const DONE = { text: 'Done.' }
export const WRITE = call('write_file', { path: 'a.txt', content: 'first' })

type HookFields = Partial<NewHook> & Pick<NewHook, 'point'>

/** A hook of the owner's, named after its point: one shell line. */
export async function hooks(s: Scenario, command: string, fields: HookFields): Promise<string> {
  const rest = { timeoutMs: 10_000, onFailure: 'block', priority: 0, enabled: true } as const
  const hook = { name: fields.point, run: { command }, ...rest, ...fields }
  return ok(await addHook(s.deps, { hook, person: OWNER })).id
}

export async function full(): Promise<Scenario> {
  const s = await scenario()
  await s.sets({ mode: 'full', modeExpiresAt: toInstant(Date.now() + 600_000) })
  return s
}

export const says = (answer: object): string => `cat > /dev/null; echo '${JSON.stringify(answer)}'`

export const verdicts = async (s: Scenario): Promise<string[]> =>
  (await s.events()).flatMap(({ type, data }) =>
    type === 'hook.ran' && 'verdict' in data ? [`${data.hook} ${data.verdict}`] : [],
  )

export const lastCall = async (s: Scenario) => {
  const events = await s.events()
  const told = events.findLast(({ data }) => 'call' in data)?.data
  if (!told || !('call' in told)) throw new Error('There is no call.')
  return told.call
}
