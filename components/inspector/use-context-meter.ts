import { useQuery } from '@tanstack/react-query'
import { api } from '@/lib/client/api'
import { KEYS } from '@/lib/client/keys'
import { tokensUsed, triggersOf } from '@/lib/domain/triggers'
import type { SessionView } from '@/lib/domain/view'

export type Measure = { name: 'tokens' | 'chars' | 'messages'; used: number; at: number; of: number }

/** From this share of where a measure trips on it is near. */
const NEAR = 0.9

export const isNear = ({ used, at }: Measure): boolean => used >= at * NEAR

/** How full the conversation is, by each measure that can trip; null before anything was sent. */
export function useContextMeter({ session, context }: SessionView): Measure[] | null {
  const { data } = useQuery({ queryKey: KEYS.models, queryFn: ({ signal }) => api.listModels(signal) })
  if (!context) return null
  const window = data?.items.find(({ id }) => id === session.model)?.contextWindow
  const { tokens, chars, messages } = triggersOf(session.compaction, window)
  return [
    ...(tokens && window !== undefined
      ? [{ name: 'tokens' as const, used: tokensUsed(context), at: tokens.at, of: window }]
      : []),
    { name: 'chars', used: context.chars, at: chars.at, of: Math.max(chars.at, session.compaction.chars) },
    { name: 'messages', used: context.messages, at: messages.at, of: messages.at },
  ]
}

/** The measure that trips first. */
export const fullest = (measures: Measure[]): Measure | undefined =>
  measures.toSorted((a, b) => b.used / b.at - a.used / a.at)[0]
