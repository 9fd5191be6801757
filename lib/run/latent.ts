import type { Result } from '@/lib/domain/call'
import { isTooDeep } from '@/lib/domain/json-depth'
import { storable } from '@/lib/domain/storable'
import type { Tool } from '@/lib/domain/tool'
import { nothingRan } from './settle'

/** What a model says is the result of a Call of its own: its words, and nothing more. `output` is their JSON. */
export function latentResult(output: string, name: string, tool: Tool | undefined): Result {
  if (tool && !tool.latent && !tool.readOnly)
    return nothingRan(
      'error',
      `${name} changes something when it runs: a call to it takes no output of your own. Nothing ran.`,
    )
  const value: unknown = JSON.parse(output)
  if (isTooDeep(value)) return storable({ kind: 'ok', text: output, isError: false })
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return storable({ kind: 'ok', text, value, isError: false })
}
