'use client'

import { useState } from 'react'
import { invocationOf } from '@/lib/domain/call-state'
import { ChangeForm, type ChangeProps } from './change-form'

/** Other arguments for the same tool. */
export function EditForm(props: ChangeProps) {
  const [original] = useState(invocationOf(props.call).argumentsText)
  return (
    <div className="call-form">
      <ChangeForm {...props} original={original} schema={props.call.schema} />
    </div>
  )
}
