import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Key } from '@/components/ui/kbd'
import type { WaitingCall } from '@/lib/domain/call/call'
import { propertiesOf } from '@/lib/domain/call/field-kind'
import type { JsonSchema } from '@/lib/domain/call/tool'
import { DecisionButton } from '../decision-button'
import { VerbBar } from '../set/decision-bar'
import { ArgumentsEditor } from './arguments-editor'
import { useCallDraft } from './use-call-draft'

type Props = {
  call: WaitingCall
  isBusy: boolean
  onAnswer: (text: string) => void
  onDeny: () => void
}

/** The answer to a server, by the schema that it asks for; the server checks it. Nothing is approved here. */
export function QuestionForm({ call, isBusy, onAnswer, onDeny }: Props) {
  const t = useTranslations('call.question')
  const tVerbs = useTranslations('call.verbs')
  const tAnswer = useTranslations('call.answerForm')
  const [original] = useState(() => draftOf(call.schema))
  const { text, write } = useCallDraft({ call, form: 'answer', original })
  return (
    <section aria-label={t('name')} className="flex flex-col gap-2">
      <ArgumentsEditor text={text} schema={call.schema} onChange={write} isFocused={false} />
      <p className="text-quiet text-small">{t('hint')}</p>
      <VerbBar>
        <Button off={isBusy} data-form="deny" aria-keyshortcuts="n" onClick={onDeny}>
          {tVerbs('deny')} <Key>n</Key>
        </Button>
        <span className="grow" />
        <DecisionButton variant="wanted" off={isBusy} version={call.digest} onClick={() => onAnswer(text)}>
          {tAnswer('send')}
        </DecisionButton>
      </VerbBar>
    </section>
  )
}

/** What the server proposes. */
const draftOf = (schema: JsonSchema): string => {
  const values = propertiesOf(schema).filter(([, { default: value }]) => value !== undefined)
  return JSON.stringify(Object.fromEntries(values.map(([key, own]) => [key, own.default])), null, 2)
}
