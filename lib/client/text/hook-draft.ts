import type { Hook, NewHook } from '@/lib/domain/hooks/hook'
import { isAboutTools } from '@/lib/domain/hooks/points'
import type { McpValue } from '@/lib/domain/servers/mcp-server'
import { valueLines, valuesIn } from './server-draft'

/** A hook as a form holds it. `run` is a shell line or an address; `env` has a variable a line. */
export type HookDraft = Pick<NewHook, 'name' | 'point' | 'onFailure'> &
  Record<'match' | 'run' | 'env' | 'seconds' | 'priority', string>

export const EMPTY_HOOK: HookDraft = {
  name: '',
  point: 'tool_start',
  match: '',
  run: '',
  env: '',
  seconds: '10',
  onFailure: 'block',
  priority: '0',
}

export const hookDraft = (hook: Hook): HookDraft => ({
  name: hook.name,
  point: hook.point,
  onFailure: hook.onFailure,
  match: hook.match ?? '',
  run: 'url' in hook.run ? hook.run.url : hook.run.command,
  env: valueLines(hook.env ?? {}, '='),
  seconds: String(hook.timeoutMs / 1_000),
  priority: String(hook.priority),
})

/** The variables of a form. Those that stand there as before stay: not every text is the same when it is read again. */
function variablesIn(text: string, before: Hook['env'] = {}): Record<string, McpValue> {
  let rest = `\n${text}\n`
  const entries = Object.entries(before).filter(entry => {
    const parts = rest.split(`\n${valueLines(Object.fromEntries([entry]), '=')}\n`)
    rest = parts.join('\n\n')
    return parts.length > 1
  })
  return { ...valuesIn(rest, /^([^=]+)=(.*)$/), ...Object.fromEntries(entries) }
}

/** What the form says of a hook that was so `before`, as the API takes it. What is no number is for the server to refuse. */
export function hookInput({ match, run, env, seconds, priority, ...draft }: HookDraft, before?: Hook) {
  const text = run.trim()
  const names = match.split(/[\s,|]+/).filter(name => name !== '')
  const hasMatch = isAboutTools(draft.point) && names.length > 0
  return {
    ...draft,
    name: draft.name.trim(),
    match: hasMatch ? names.join('|') : null,
    run: /^https?:\/\/\S+$/i.test(text) ? { url: text } : { command: text },
    env: variablesIn(env, before?.env),
    timeoutMs: Math.round(Number(seconds) * 1_000),
    priority: Number(priority),
  }
}
