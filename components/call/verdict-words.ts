import type { useTranslations } from 'use-intl'
import type { Decider, DecisionKind } from '@/lib/domain/decision'

type Words = ReturnType<typeof useTranslations<'call.verdict'>>

/** What was decided and by whom, as one sentence without its full stop. `t` has the words of `call.verdict`. */
export const verdictWords = (t: Words, { kind, by }: { kind: DecisionKind; by: Decider }): string =>
  by.type === 'expiry' ? t('expired') : t(`kind.${kind}`, { who: nameOf(t, by) })

const nameOf = (t: Words, by: Decider): string =>
  t(`by.${by.type}`, { name: by.type === 'mode' ? by.id : by.name })
