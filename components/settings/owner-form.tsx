import type { FormEvent, ReactNode } from 'react'
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
export function OwnerForm({ verb, off, error, labelledBy, onSend, children }: Props) {
  const send = (event: FormEvent): void => {
    event.preventDefault()
    if (!off) onSend()
  }
  return (
    <OwnerOnly>
      <form aria-labelledby={labelledBy} className="flex flex-col gap-2" onSubmit={send}>
        {children}
        <ProblemAlert error={error} />
        <p>
          <Button type="submit" off={off}>
            {verb}
          </Button>
        </p>
      </form>
    </OwnerOnly>
  )
}
