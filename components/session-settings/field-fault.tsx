'use client'

import { VisibleText } from '@/components/text/visible-text'

/** What the server said of a field, beside it. */
export const FieldFault = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <p role="alert" className="alert mt-1">
      <VisibleText>{text}</VisibleText>
    </p>
  )
