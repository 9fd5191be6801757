import { ToolName } from '@/lib/domain/call/tool'
import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import { ProviderId } from '@/lib/domain/contract/provider-operations'
import { ModelId } from '@/lib/domain/session/session'
import { isSkillFolder } from '@/lib/domain/skills/skill'

/** All are ids, but for `n`, a number, `hash`, `modelId`, `provider`, `skillId` and `toolId`. */
export function readParams(params: Record<string, string>): Record<string, string> | Refusal {
  const ids: Record<string, string> = {}
  for (const [name, text] of Object.entries(params)) {
    const isValid = KINDS[name]
    if (!(isValid ?? isId)(text)) return refuse('not_found', { code: 'problem.noId' })
    ids[name] = isValid ? text : text.toLowerCase()
  }
  return ids
}

/** Our ids are UUIDs: under any other there is nothing. */
export const isId = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)

const KINDS: Record<string, (text: string) => boolean> = {
  n: text => /^[1-9]\d{0,8}$/.test(text),
  toolId: text => ToolName.safeParse(text).success,
  hash: text => /^sha256:[0-9a-f]{64}$/.test(text),
  provider: text => ProviderId.safeParse(text).success,
  skillId: isSkillFolder,
  modelId: text => ModelId.safeParse(text).success,
}
