import type { ReactNode } from 'react'
import { Form, FormFoot } from '@/components/list/form'
import { OwnerOnly } from '@/components/shell/me'

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
      <FormFoot variant="plain" send={verb} off={off} error={error} />
    </Form>
  </OwnerOnly>
)
