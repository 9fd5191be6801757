import type { ReactNode } from 'react'
import { Form } from '@/components/list/form'
import { OwnerOnly } from '@/components/shell/me'
import { ProblemAlert } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'

type Props = {
  /** The name of its one button. */
  verb: string
  off: boolean
  error: Error | null
  labelledBy?: string
  onSend: () => void
  children: ReactNode
}

/** Sets or adds something for everybody, which is for owners. */
export const OwnerForm = ({ verb, off, error, labelledBy, onSend, children }: Props) => (
  <OwnerOnly>
    <Form aria-labelledby={labelledBy} className="flex flex-col gap-2" off={off} onSend={onSend}>
      {children}
      <ProblemAlert error={error} />
      <p>
        <Button type="submit" off={off}>
          {verb}
        </Button>
      </p>
    </Form>
  </OwnerOnly>
)
