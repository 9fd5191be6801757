import { useTranslations } from 'use-intl'
import { ProblemAlert } from '@/components/text/problem-text'
import { ServerText } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { Alert } from '@/components/ui/alert'
import { isProblem } from '@/lib/client/api/fetch-api'
import type { FieldError } from '@/lib/domain/contract/problem'

/** What the server says of the fields of a form, else why it was not taken. */
export const FormProblem = ({ error }: { error: Error | null }) =>
  isProblem(error) && error.errors.length > 1 ? (
    <FieldErrors errors={error.errors} />
  ) : (
    <ProblemAlert error={error} />
  )

/** What is wrong with arguments, each with its place in them. */
export function FieldErrors({ errors }: { errors: FieldError[] }) {
  const t = useTranslations('call.reviewOutcome')
  return errors.map(error => (
    <Alert key={`${error.path} ${error.message}`}>
      <span className="font-mono text-small">
        <VisibleText>{error.path === '' ? t('whole') : error.path}</VisibleText>
      </span>{' '}
      <ServerText codedText={error.codedText} english={error.message} />
    </Alert>
  ))
}
