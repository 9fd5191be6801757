'use client'

import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import {
  type Command,
  matchingCommands,
  promptCommands,
  type ServerPrompt,
  skillCommands,
} from '@/lib/client/text/commands'

type Props = {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  /** Undefined before the first message, which creates the session. */
  sessionId: string | undefined
  onTake: (text: string) => void
  /** Takes the words of a prompt, which only its server has. */
  onPrompt: (prompt: ServerPrompt) => void
}

/** The commands that the start of a message may become. Loaded once a message starts like one. */
export function CommandList({ field, text, sessionId, onTake, onPrompt }: Props) {
  const t = useTranslations('session.commandList')
  const id = useId()
  const commands = matchingCommands(text, useCommands(sessionId))
  const [chosen, setChosen] = useState('')
  const at = Math.max(
    commands.findIndex(command => command.text === chosen),
    0,
  )
  const take = ({ text, prompt }: Command): void => {
    onTake(text)
    if (prompt) onPrompt(prompt)
  }
  const isOpen = useChoosing({
    ...{ field, list: id, active: `${id} ${at}`, isOffered: commands.length > 0 },
    onMove: step => setChosen(commands[(at + step + commands.length) % commands.length]?.text ?? ''),
    onTake: () => take(commands[at] ?? { text, description: '' }),
  })
  if (!isOpen) return null
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('label')}
      className="max-h-[40dvh] overflow-y-auto rounded-base border border-field bg-surface p-1"
    >
      {commands.map((command, n) => (
        <CommandOption
          key={command.text}
          {...{ id: `${id} ${n}`, command, isActive: n === at }}
          onTake={() => take(command)}
        />
      ))}
    </div>
  )
}

const COMMAND =
  'flex cursor-pointer flex-wrap items-baseline gap-x-3 rounded-base px-2 py-1.5 wrap-anywhere hover:bg-hover aria-selected:bg-hover aria-selected:inset-shadow-[2px_0_var(--ink)]'

type OptionProps = { id: string; command: Command; isActive: boolean; onTake: () => void }

function CommandOption({ id, command, isActive, onTake }: OptionProps) {
  const option = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the message box keeps the focus and handles the keys
    <div
      ref={option}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={COMMAND}
      onMouseDown={event => event.preventDefault()}
      onClick={onTake}
    >
      <span className="font-mono text-small">{command.text.trimEnd()}</span>{' '}
      <span className="text-quiet text-small">
        <VisibleText isLine>{command.description}</VisibleText>
      </span>
    </div>
  )
}

/** Until skills and prompts are loaded, only the built-in commands. */
function useCommands(sessionId: string | undefined): Command[] {
  const t = useTranslations('session.commandList')
  const { data: skills } = useQuery({
    queryKey: [...KEYS.skills, sessionId],
    queryFn: ({ signal }) => fetchApi('GET /api/skills', { query: { sessionId }, signal }),
    staleTime: 10_000,
  })
  const { data: servers } = useQuery({
    queryKey: KEYS.servers,
    queryFn: ({ signal }) => fetchApi('GET /api/mcp-servers', { signal }),
    staleTime: 10_000,
  })
  const own = sessionId === undefined ? [] : [{ text: '/compact', description: t('compact') }]
  return [...own, ...skillCommands(skills?.items ?? []), ...promptCommands(servers?.items ?? [])]
}

type ChoiceOptions = {
  field: RefObject<HTMLTextAreaElement | null>
  /** The ids of the list and of its chosen option. */
  list: string
  active: string
  isOffered: boolean
  onMove: (step: 1 | -1) => void
  onTake: () => void
}

const ACTIONS: Record<string, 'take' | 'close' | 1 | -1> = {
  ...{ ArrowDown: 1, ArrowUp: -1 },
  ...{ Enter: 'take', Tab: 'take', Escape: 'close' },
}

/**
 * Lets a person choose from a list while a field keeps the focus: arrow keys move, Enter or Tab takes, Escape closes. While
 * the list is open these keys do nothing else. Gives whether it is open.
 */
function useChoosing({ field, list, active, isOffered, onMove, onTake }: ChoiceOptions): boolean {
  const [isClosed, setClosed] = useState(false)
  const hasFocus = useHasFocus(field)
  const isOpen = isOffered && hasFocus && !isClosed
  useEffect(() => {
    const box = field.current
    if (!box || !isOpen) return
    const attributes = { 'aria-controls': list, 'aria-activedescendant': active }
    const onKey = (event: KeyboardEvent): void => {
      const action = ACTIONS[event.key]
      if (!action || !isPlain(event)) return
      event.preventDefault()
      event.stopPropagation()
      if (action === 'take') onTake()
      else if (action === 'close') setClosed(true)
      else onMove(action)
    }
    for (const [name, value] of Object.entries(attributes)) box.setAttribute(name, value)
    box.addEventListener('keydown', onKey)
    return () => {
      for (const name of Object.keys(attributes)) box.removeAttribute(name)
      box.removeEventListener('keydown', onKey)
    }
  })
  return isOpen
}

/** Without a modifier, and not while a word is being composed, which Safari reports as key 229. */
const isPlain = (event: KeyboardEvent): boolean =>
  !(event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) &&
  !event.isComposing &&
  event.keyCode !== 229

function useHasFocus(field: RefObject<HTMLElement | null>): boolean {
  const [hasFocus, setFocus] = useState(false)
  useEffect(() => {
    const box = field.current
    const look = ({ type }: { type: string }): void => setFocus(type === 'focus')
    setFocus(document.activeElement === box)
    for (const type of ['focus', 'blur']) box?.addEventListener(type, look)
    return () => {
      for (const type of ['focus', 'blur']) box?.removeEventListener(type, look)
    }
  }, [field])
  return hasFocus
}
