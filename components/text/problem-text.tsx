'use client'

import { useTranslations } from 'use-intl'
import { Alert } from '@/components/ui/alert'
import { isProblem } from '@/lib/client/api/fetch-api'
import { ServerWords } from './server-words'

/** What went wrong. In the reader's language, as far as the server gave words for it. */
export function ProblemText({ error }: { error: Error }) {
  const t = useTranslations('page.problem')
  const code = 'code' in error ? error.code : undefined
  return code === 'unreachable' || code === 'unreadable' ? (
    t(code)
  ) : (
    <ServerWords words={isProblem(error) ? error.words : undefined} english={error.message} />
  )
}

export const ProblemAlert = ({ error }: { error: Error }) => (
  <Alert>
    <ProblemText error={error} />
  </Alert>
)
