'use client'

import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useArmed } from '@/lib/client/use-armed'
import { useReview } from '@/lib/client/use-review'
import { useTools } from '@/lib/client/use-tools'
import { invocationOf } from '@/lib/domain/call-state'
import { carriedArguments } from '@/lib/domain/carried-arguments'
import type { Tool } from '@/lib/domain/tool'
import { ArgumentsEditor } from './arguments-editor'
import { useDecidingHere } from './deciding'
import { EditBar } from './edit-bar'
import type { EditFormProps } from './edit-form'
import { ReviewOutcome } from './review-outcome'

/** Another tool in a Call's place, with arguments of its own. */
export function ReplaceForm({ call, isBusy, onApprove, onCancel }: EditFormProps) {
  const [before] = useState(invocationOf(call))
  const { tools = [], error } = useTools(useDecidingHere().tools)
  const [tool, setTool] = useState(before.tool)
  const [original, setOriginal] = useState(before.argumentsText)
  const [text, setText] = useState(original)
  const about = { callId: call.id, digest: call.digest }
  const { review, isReviewing, start } = useReview({ ...about, tool, text })
  const sound = review?.kind === 'sound' ? review.answer : null
  const armed = useArmed(sound?.digest ?? '')
  const choose = (chosen: string): void => {
    const found = tools.find(({ name }) => name === chosen)
    const isAsBefore = chosen === before.tool || !found
    const start = isAsBefore ? before.argumentsText : begun(found, before.arguments)
    setTool(chosen)
    setOriginal(start)
    setText(start)
  }
  const approve = (): void => {
    if (sound) onApprove({ kind: 'replace', ...about, tool, argumentsText: text }, sound.risk.level)
  }
  const schema = tool === call.tool ? call.schema : tools.find(({ name }) => name === tool)?.schema
  return (
    <div className="call-form">
      <ToolField {...{ tool, tools }} own={before.tool} failed={error?.message} onChoose={choose} />
      <ArgumentsEditor
        key={tool}
        {...{ original, text }}
        schema={schema ?? {}}
        isFocused={false}
        onChange={setText}
        onLeave={text === original ? onCancel : null}
      />
      {review && <ReviewOutcome review={review} />}
      <EditBar
        kind="replace"
        {...{ isReviewing, onCancel }}
        isSound={sound !== null}
        isReady={sound !== null && armed && !isBusy}
        onReview={start}
        onApprove={approve}
      />
    </div>
  )
}

/** The text of arguments that are begun for a tool. */
const begun = (tool: Tool, args: unknown): string =>
  JSON.stringify(carriedArguments(tool.schema, args), null, 2)

type ToolFieldProps = {
  tool: string
  tools: Tool[]
  /** The Call's own, which is there even where it is not offered any more. */
  own: string
  failed: string | undefined
  onChoose: (tool: string) => void
}

function ToolField({ tool, tools, own, failed, onChoose }: ToolFieldProps) {
  const t = useTranslations('call.replaceForm')
  const id = useId()
  const names = [...new Set([own, ...tools.map(({ name }) => name)])]
  const chosen = tools.find(({ name }) => name === tool)
  return (
    <>
      <label htmlFor={id} className="form-label">
        {t('tool')}
      </label>
      <select
        id={id}
        // biome-ignore lint/a11y/noAutofocus: the form opens because somebody asked for it
        autoFocus
        className="field code"
        value={tool}
        onChange={event => onChoose(event.target.value)}
      >
        {names.map(name => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      {failed && (
        <p role="alert" className="alert">
          {failed}
        </p>
      )}
      {chosen && <p className="text-small text-quiet">{chosen.description}</p>}
    </>
  )
}
