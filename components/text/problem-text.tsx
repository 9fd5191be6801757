'use client'

import { useTranslations } from 'use-intl'
import { VisibleText } from './visible-text'

/** What went wrong, in words. What the server says is shown as it says it; the rest in the reader's language. */
export function ProblemText({ error }: { error: Error }) {
  const t = useTranslations('page.problem')
  const code = 'code' in error ? error.code : undefined
  return code === 'unreachable' || code === 'unreadable' ? (
    t(code)
  ) : (
    <VisibleText>{error.message}</VisibleText>
  )
}
