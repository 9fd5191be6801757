import { type CodedText, phrase, type TextCode } from '@/lib/messages/phrase'
import type { RiskLevel } from '../call/tool'

/** What a person should know before they let a Call run: in English, and so that it can be said in other languages. */
export type RiskReason = { level: RiskLevel; reason: string; codedText: CodedText }

type RiskName<Code = TextCode> = Code extends `risk.${infer Name}` ? Name : never

export function riskReason(level: RiskLevel, name: RiskName, params?: CodedText['params']): RiskReason {
  const codedText: CodedText = params ? { code: `risk.${name}`, params } : { code: `risk.${name}` }
  return { level, reason: phrase(codedText), codedText }
}
