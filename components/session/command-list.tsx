import { keepPreviousData } from '@tanstack/react-query'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CodeName, VisibleText } from '@/components/text/visible-text'
import { isComposing } from '@/lib/client/decisions/key-aim'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import {
  type Command,
  type FileMention,
  matchingCommands,
  mentionAt,
  mentionOf,
  promptCommands,
  type ServerPrompt,
  skillCommands,
} from '@/lib/client/text/commands'
import { COMMANDS, usageOf } from '@/lib/domain/session/commands'

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
  const commands = matchingCommands(text, useCommands(sessionId))
  const take = ({ text, prompt }: Command): void => {
    onTake(text)
    if (prompt) onPrompt(prompt)
  }
  return <ChoiceList field={field} label={t('label')} options={commands} onTake={take} />
}

type FileProps = Pick<Props, 'field' | 'text' | 'onTake'> & {
  /** The session's, in which it looks. */
  folder: string
}

/** The files that the word at the caret may name. */
export function FilePathList({ field, text, folder, onTake }: FileProps) {
  const mention = mentionAt(text, useCaret(field))
  if (!mention) return null
  const take = (path: string): void => {
    // By the field, which knows where the caret is then.
    field.current?.setRangeText(mentionOf(path), mention.from, mention.to, 'end')
    onTake(field.current?.value ?? text)
  }
  return <FileChoices key={mention.from} field={field} folder={folder} mention={mention} onTake={take} />
}

/** Where the caret of a field is; it moves without the text, too. */
function useCaret(field: RefObject<HTMLTextAreaElement | null>): number {
  const [caret, setCaret] = useState(0)
  useEffect(() => {
    const box = field.current
    const update = (): void => setCaret(box?.selectionStart ?? 0)
    update()
    const until = new AbortController()
    box?.addEventListener('input', update, { signal: until.signal })
    document.addEventListener('selectionchange', update, { signal: until.signal })
    return () => until.abort()
  }, [field])
  return caret
}

type FileChoicesProps = Pick<FileProps, 'field' | 'folder' | 'onTake'> & { mention: FileMention }

function FileChoices({ field, folder, mention: { query }, onTake }: FileChoicesProps) {
  const t = useTranslations('session.fileList')
  const { data } = useRead(
    KEYS.paths(folder, 'file', query),
    'GET /api/workspace/files',
    { query: { path: folder, q: query } },
    { placeholderData: keepPreviousData },
  )
  // Those of an earlier answer are still there while the next one is on its way.
  const paths = (data?.items ?? []).flatMap(({ path }) =>
    path.toLowerCase().includes(query.toLowerCase()) ? [path] : [],
  )
  return (
    <ChoiceList
      field={field}
      label={t('label')}
      note={t('note')}
      options={paths.includes(query) ? [] : paths.map(text => ({ text, description: '' }))}
      onTake={({ text }) => onTake(text)}
    />
  )
}

type ListOption = Pick<Command, 'text' | 'description' | 'usage'>

type ListProps<T> = {
  field: RefObject<HTMLTextAreaElement | null>
  label: string
  note?: string
  options: readonly T[]
  onTake: (option: T) => void
}

/**
 * What the text of a field may become, chosen while the field keeps the focus: arrow keys move, Enter or Tab takes, Escape
 * closes. While the list is open these keys do nothing else.
 */
function ChoiceList<T extends ListOption>({ field, label, note, options, onTake }: ListProps<T>) {
  const id = useId()
  const [selection, setChosen] = useState('')
  const [isClosed, setClosed] = useState(false)
  const hasFocus = useHasFocus(field)
  const at = Math.max(
    options.findIndex(({ text }) => text === selection),
    0,
  )
  const current = options[at]
  const isOpen = current !== undefined && hasFocus && !isClosed
  useEffect(() => {
    const box = field.current
    if (!box || !isOpen) return
    const attributes = { 'aria-controls': id, 'aria-activedescendant': `${id} ${at}` }
    const onKey = (event: KeyboardEvent): void => {
      const action = ACTIONS[event.key]
      if (!action || !isPlain(event)) return
      event.preventDefault()
      event.stopPropagation()
      if (action === 'take') onTake(current)
      else if (action === 'close') setClosed(true)
      else setChosen(options[(at + action + options.length) % options.length]?.text ?? '')
    }
    for (const [name, value] of Object.entries(attributes)) box.setAttribute(name, value)
    box.addEventListener('keydown', onKey)
    return () => {
      for (const name of Object.keys(attributes)) box.removeAttribute(name)
      box.removeEventListener('keydown', onKey)
    }
  })
  if (!isOpen) return null
  return (
    <div className="rounded-base border border-field bg-surface">
      <div id={id} role="listbox" aria-label={label} className="max-h-[40dvh] overflow-y-auto p-1">
        {options.map((option, n) => (
          <ChoiceOption
            key={option.text}
            id={`${id} ${n}`}
            option={option}
            isActive={n === at}
            onTake={() => onTake(option)}
          />
        ))}
      </div>
      {note && <p className="border-hairline border-t px-3 py-1.5 text-quiet text-small">{note}</p>}
    </div>
  )
}

function useHasFocus(field: RefObject<HTMLTextAreaElement | null>): boolean {
  const [hasFocus, setFocus] = useState(false)
  useEffect(() => {
    const box = field.current
    const update = ({ type }: { type: string }): void => setFocus(type === 'focus')
    setFocus(document.activeElement === box)
    const until = new AbortController()
    for (const type of ['focus', 'blur']) box?.addEventListener(type, update, { signal: until.signal })
    return () => until.abort()
  }, [field])
  return hasFocus
}

const OPTION =
  'flex cursor-pointer flex-wrap items-baseline gap-x-3 rounded-base px-2 py-1.5 wrap-anywhere hover:bg-hover aria-selected:bg-hover aria-selected:inset-shadow-[2px_0_var(--ink)] touch:min-h-11 touch:items-center'

type OptionProps = { id: string; option: ListOption; isActive: boolean; onTake: () => void }

function ChoiceOption({ id, option: { text, usage, description }, isActive, onTake }: OptionProps) {
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
      className={OPTION}
      onMouseDown={event => event.preventDefault()}
      onClick={onTake}
    >
      <CodeName className="text-small">{usage ?? text.trimEnd()}</CodeName>{' '}
      <span className="text-quiet text-small">
        <VisibleText isLine>{description}</VisibleText>
      </span>
    </div>
  )
}

/** Until skills and prompts are loaded, only the built-in commands. */
function useCommands(sessionId: string | undefined): Command[] {
  const t = useTranslations('server.slash')
  const query = { sessionId }
  const { data: skills } = useRead([...KEYS.skills, sessionId], 'GET /api/skills', { query })
  const { data: servers } = useRead(KEYS.servers, 'GET /api/mcp-servers')
  const own = COMMANDS.map(command => {
    const { name, argument } = command
    return {
      text: argument === '' ? `/${name}` : `/${name} `,
      usage: usageOf(command),
      description: t(name),
    }
  })
  return [...own, ...skillCommands(skills?.items ?? []), ...promptCommands(servers?.items ?? [])]
}

const ACTIONS: Record<string, 'take' | 'close' | 1 | -1> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Enter: 'take',
  Tab: 'take',
  Escape: 'close',
}

/** Without a modifier, and not while a word is being composed. */
const isPlain = (event: KeyboardEvent): boolean =>
  !(event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) && !isComposing(event)
