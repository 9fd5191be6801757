'use client'

import { useTranslations } from 'use-intl'
import { Alert } from '@/components/ui/alert'
import { VisibleText } from './visible-text'

/** What went wrong. The server's words are shown as they are, the page's own in the reader's language. */
export function ProblemText({ error }: { error: Error }) {
  const t = useTranslations('page.problem')
  const code = 'code' in error ? error.code : undefined
  return code === 'unreachable' || code === 'unreadable' ? (
    t(code)
  ) : (
    <VisibleText>{error.message}</VisibleText>
  )
}

export const ProblemAlert = ({ error }: { error: Error }) => (
  <Alert>
    <ProblemText error={error} />
  </Alert>
)
