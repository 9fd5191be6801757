import { phrase, type Words, type WordsCode } from '@/lib/messages/phrase'
import type { RiskLevel } from '../call/tool'

/** What a person should know before they let a Call run: in English, and so that it can be said in other languages. */
export type RiskReason = { level: RiskLevel; reason: string; words: Words }

type RiskName<Code = WordsCode> = Code extends `risk.${infer Name}` ? Name : never

export function riskReason(level: RiskLevel, name: RiskName, params?: Words['params']): RiskReason {
  const words: Words = params ? { code: `risk.${name}`, params } : { code: `risk.${name}` }
  return { level, reason: phrase(words), words }
}
