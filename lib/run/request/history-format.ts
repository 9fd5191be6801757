import type { HistoryFormat } from '@/lib/context/in-dialect'
import type { OfferedTool, DialectFormat as SpokenDialect } from '@/lib/dialects/dialect'
import { dialectOf } from '@/lib/dialects/dialect-of'
import type { Dialect } from '@/lib/domain/session/session'

/** The dialect in which the text of replies is read; null where only Calls of the provider's own form count. */
export const spokenIn = (dialect: Dialect): SpokenDialect | null =>
  dialect === 'native' ? null : dialectOf(dialect === 'auto' ? 'tags' : dialect)

type OwnForm =
  | Extract<HistoryFormat, { calls: 'native' }>
  | (Exclude<HistoryFormat, { calls: 'native' }> & { dialect: SpokenDialect })

/** In which form a session's history is told. */
export function historyFormat(dialect: Dialect, tools: OfferedTool[]): OwnForm {
  const spoken = spokenIn(dialect)
  if (!spoken) return { calls: 'native' }
  return { calls: dialect === 'auto' ? 'as_said' : 'text', dialect: spoken, tools }
}
