import { FieldErrors } from '@/components/call/forms/change-form'
import { ProblemAlert } from '@/components/text/problem-text'
import { isProblem } from '@/lib/client/api/fetch-api'

/** What the server says of the fields of a form, else why it was not taken. */
export const FormProblem = ({ error }: { error: Error | null }) =>
  isProblem(error) && error.errors.length > 0 ? (
    <FieldErrors errors={error.errors} />
  ) : (
    <ProblemAlert error={error} />
  )
