import { ToolName } from '@/lib/domain/call/tool'
import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import { ProviderId } from '@/lib/domain/contract/provider-operations'
import { ModelId } from '@/lib/domain/session/session'
import { isSkillFolder } from '@/lib/domain/skills/skill'

/** All are ids, but for `n`, a number, `hash`, `modelId`, `provider`, `skillId` and `toolId`. */
export function readParams(params: Record<string, string>): Record<string, string> | Refusal {
  const ids: Record<string, string> = {}
  for (const [name, text] of Object.entries(params)) {
    const { isValid, normalize } = KINDS[name] ?? ID
    if (!isValid(text)) return refuse('not_found', { code: 'problem.noId' })
    ids[name] = normalize(text)
  }
  return ids
}

/** Our ids are UUIDs: under any other there is nothing. */
export const isId = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)

type ParamKind = { isValid: (text: string) => boolean; normalize: (text: string) => string }

const unchanged = (text: string): string => text
const ID: ParamKind = { isValid: isId, normalize: text => text.toLowerCase() }
const KINDS: Record<string, ParamKind> = {
  n: { isValid: text => /^[1-9]\d{0,8}$/.test(text), normalize: unchanged },
  toolId: { isValid: text => ToolName.safeParse(text).success, normalize: unchanged },
  hash: { isValid: text => /^sha256:[0-9a-f]{64}$/.test(text), normalize: unchanged },
  provider: { isValid: text => ProviderId.safeParse(text).success, normalize: unchanged },
  skillId: { isValid: isSkillFolder, normalize: unchanged },
  modelId: { isValid: text => ModelId.safeParse(text).success, normalize: unchanged },
}
