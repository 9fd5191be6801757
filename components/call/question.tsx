'use client'

import { useTranslations } from 'use-intl'
import { CodeText } from '@/components/text/code-text'
import { ServerText } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { PAPER_TEXT } from '@/components/ui/looks'
import type { WaitingCall } from '@/lib/domain/call/call'
import { questionOf } from '@/lib/domain/call/elicitation'

/** Of a question who asks it, and what runs meanwhile; of any other Call what it would do. */
export function CallSummary({ call }: { call: WaitingCall }) {
  const t = useTranslations('call.question')
  const question = questionOf(call)
  if (!question)
    return <ServerText codedText={call.preview?.codedText} english={call.preview?.summary ?? ''} />
  return <VisibleText>{t('asks', { server: question.server, tool: question.tool })}</VisibleText>
}

/** What a server asks, in its own words, which nobody vouches for. */
export const QuestionText = ({ message }: { message: string }) => (
  <div data-part="preview" className={PAPER_TEXT}>
    <CodeText>{message}</CodeText>
  </div>
)
