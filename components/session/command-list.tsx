'use client'

import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { api } from '@/lib/client/api'
import { KEYS } from '@/lib/client/keys'
import { type Command, offeredCommands, skillCommands } from '@/lib/client/offered-commands'
import { useChoosing } from './use-choosing'

type Props = {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  /** None where it is the first message that makes the session. */
  sessionId: string | undefined
  onTake: (text: string) => void
}

/** What the beginning of a message may become, while the message box has the focus. Loaded when one begins so. */
export function CommandList({ field, text, sessionId, onTake }: Props) {
  const t = useTranslations('session.commandList')
  const id = useId()
  const offered = offeredCommands(text, useCommands(sessionId))
  const [chosen, setChosen] = useState('')
  const at = Math.max(
    offered.findIndex(command => command.text === chosen),
    0,
  )
  const isOpen = useChoosing({
    ...{ field, list: id, active: `${id} ${at}`, isOffered: offered.length > 0 },
    onMove: by => setChosen(offered[(at + by + offered.length) % offered.length]?.text ?? ''),
    onTake: () => onTake(offered[at]?.text ?? text),
  })
  if (!isOpen) return null
  return (
    <div id={id} role="listbox" aria-label={t('label')} className="command-list">
      {offered.map((command, n) => (
        <Offered
          key={command.text}
          {...{ id: `${id} ${n}`, command, isActive: n === at }}
          onTake={() => onTake(command.text)}
        />
      ))}
    </div>
  )
}

type OfferedProps = { id: string; command: Command; isActive: boolean; onTake: () => void }

function Offered({ id, command, isActive, onTake }: OfferedProps) {
  const own = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) own.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: The keys are those of the message box, which keeps the focus.
    <div
      ref={own}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className="command"
      onMouseDown={event => event.preventDefault()}
      onClick={onTake}
    >
      <span className="font-mono text-small">{command.text.trimEnd()}</span>{' '}
      <span className="text-quiet text-small">
        <VisibleText isLine>{command.about}</VisibleText>
      </span>
    </div>
  )
}

/** Until the skills are known, and where they cannot be, what is always there. */
function useCommands(sessionId: string | undefined): Command[] {
  const t = useTranslations('session.commandList')
  const { data } = useQuery({
    queryKey: [...KEYS.skills, sessionId],
    queryFn: ({ signal }) => api.listSkills(signal, sessionId === undefined ? {} : { sessionId }),
    staleTime: 10_000,
  })
  const own = sessionId === undefined ? [] : [{ text: '/compact', about: t('compact') }]
  return [...own, ...skillCommands(data?.items ?? [])]
}
