import { useTranslations } from 'use-intl'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { isProblem } from '@/lib/client/api/fetch-api'
import { ServerText } from './server-words'

/** What went wrong. In the reader's language, as far as the server gave words for it. */
export function ProblemText({ error }: { error: Error }) {
  const t = useTranslations('page.problem')
  const code = 'code' in error ? error.code : undefined
  return code === 'unreachable' || code === 'unreadable' ? (
    t(code)
  ) : (
    <ServerText codedText={isProblem(error) ? error.codedText : undefined} english={error.message} />
  )
}

/** `again`: does once more what failed. */
export function ProblemAlert({ error, again }: { error: Error | null; again?: () => void }) {
  const t = useTranslations('list.itemList')
  if (!error) return null
  return (
    <Alert className={again && 'flex flex-wrap items-center gap-3'}>
      <ProblemText error={error} />
      {again && <Button onClick={again}>{t('again')}</Button>}
    </Alert>
  )
}

/** Beside a button that failed. */
export const ProblemNote = ({ error }: { error: Error | null }) =>
  error && (
    <p role="alert" className="text-small">
      <ProblemText error={error} />
    </p>
  )
