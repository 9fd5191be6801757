import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ReactNode, type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { goToCurrentCall } from '@/components/call/set/call-focus'
import { lazyPart } from '@/components/page/lazy-part'
import { useMe } from '@/components/shell/me'
import { ProblemText } from '@/components/text/problem-text'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { BOX, BOX_FIELD } from '@/components/ui/looks'
import { isProblem } from '@/lib/client/api/fetch-api'
import { isOnTouch, messageCommand } from '@/lib/client/decisions/key-aim'
import {
  keepUnsentText,
  type SendMessage,
  unsentText,
  useSendMessage,
  wantsList,
} from '@/lib/client/decisions/use-send-message'
import { Observable, useObservable } from '@/lib/client/page/page-state'
import { KEYS } from '@/lib/client/queries/keys'
import type { FileDraft } from '@/lib/client/text/file-draft'
import type { CommandAnswer } from '@/lib/domain/contract/session-operations'
import type { Attachment, QueueMode } from '@/lib/domain/run/message'
import type { Run } from '@/lib/domain/run/run'
import { asMessage } from '@/lib/domain/session/commands'
import { BoxEdge, HINT_ID } from './box-edge'
import type { PartsPanel } from './box-parts'
import type { SettingChoice } from './setting-choices'

const BoxParts = lazyPart(async () => (await import('./box-parts')).BoxParts)

type Props = Pick<SettingChoice, 'settings' | 'sessionId' | 'onSettings'> & {
  /** The key under which unsent text is stored. */
  draftKey: string
  sendMessage: SendMessage
  /** The active one. */
  run?: Run | undefined
  /** Whether it leaves its room to what waits for a decision, as long as nobody writes. */
  isAside?: boolean
  placeholder?: string | undefined
  /** The last message, which the arrow up brings back. */
  lastText?: string | undefined
  /** What sending does just now. */
  hint?: (delivery: QueueMode) => ReactNode
}

/** Where somebody writes. Who may only read is told so in its place. */
export function MessageBox(props: Props) {
  const t = useTranslations('session.messageBox')
  const { role } = useMe()
  return role === 'viewer' ? <p className="py-3 text-quiet">{t('viewer')}</p> : <OwnMessageBox {...props} />
}

/** Enter sends, Shift+Enter breaks the line; what could not be sent stays. */
function OwnMessageBox(props: Props) {
  const { draftKey, sessionId } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const [panel, setPanel] = useState<PartsPanel | null>(null)
  const { text, write, draft, change, add, delivery, setDelivery, ...sending } = useWriting(props, field)
  const { isIn, ...focus } = useFocusWithin()
  const [hadParts, setHadParts] = useState(false)
  const hasParts = hadParts || wantsList(text) || panel !== null || draft !== NOTHING
  if (hasParts && !hadParts) setHadParts(true)
  const { files, incoming } = draft
  const writing = { field, text, write, onFiles: add }
  // A prompt that is being filled in takes the place of the command.
  const isPromptOpen = typeof panel === 'object' && panel !== null
  const isEmpty = text.trim() === ''
  const isOff = sending.isPending || incoming.length > 0 || isPromptOpen || isEmpty
  const submit = (content = text): void => {
    if (isOff) return
    write(content)
    sending.send({ text: content, attachments: files.length > 0 ? files : undefined, queueMode: delivery })
    // The button may go with the text.
    if (!isOnTouch()) field.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files may also be chosen by a button
    <div
      className="flex flex-col gap-1.5"
      onDragOver={event => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={event => add(event, event.dataTransfer)}
    >
      {sending.error && <SendProblem error={sending.error} onText={() => submit(text.replace('/', '//'))} />}
      {hasParts && (
        <BoxParts
          {...writing}
          panel={panel}
          draftKey={draftKey}
          sessionId={sessionId}
          draft={draft}
          folder={props.settings.workspace}
          onPanel={setPanel}
          onChange={change}
        />
      )}
      <form
        className={BOX}
        data-aside={props.isAside && isEmpty && !isIn}
        {...focus}
        onSubmit={event => {
          event.preventDefault()
          // A dialog that opened from its menus has a form of its own.
          if (event.target === event.currentTarget) submit()
        }}
      >
        <MessageField {...props} {...writing} submit={() => submit()} />
        <BoxEdge
          {...props}
          delivery={delivery}
          onDelivery={setDelivery}
          isEmpty={isEmpty}
          isOff={isOff}
          onAttach={() => setPanel('attach')}
        />
      </form>
      <p id={HINT_ID} className="px-2 text-quiet text-small empty:hidden">
        {props.hint?.(delivery)}
      </p>
    </div>
  )
}

/** What somebody writes, with its files, and how it is sent. */
function useWriting(
  { draftKey, sendMessage }: Pick<Props, 'draftKey' | 'sendMessage'>,
  field: RefObject<HTMLTextAreaElement | null>,
) {
  const { text, write } = useUnsentText(draftKey, field)
  const { draft, change, add } = useFileDraft(draftKey)
  const [delivery, setDelivery] = useState<QueueMode>('steer')
  const follow = useCommandAnswer(setDelivery)
  const sending = useSendMessage(sendMessage, (sent, answer) => {
    // What was typed meanwhile stays.
    const now = unsentText(draftKey)
    if (sent.queueMode === 'interrupt') setDelivery('steer')
    if (now.startsWith(sent.text)) write(now.slice(sent.text.length))
    const isLeft = (file: Attachment): boolean => !sent.attachments?.includes(file)
    change(({ files, incoming }) => ({ ...NOTHING, incoming, files: files.filter(isLeft) }))
    if (answer && 'command' in answer) follow(answer)
  })
  return { text, write, draft, change, add, delivery, setDelivery, ...sending }
}

/** Whether the focus is in a form. A press elsewhere ends first: what is pressed must not move away from under it. */
function useFocusWithin() {
  const [isIn, setIn] = useState(false)
  const onBlur = ({ currentTarget: form }: SyntheticEvent<HTMLElement>): void => {
    // A menu of its own lies elsewhere.
    const hasMenu = (): boolean => form.querySelector('[aria-expanded="true"]') !== null
    const leave = (): void => setIn(form.contains(document.activeElement) || hasMenu())
    if (!document.querySelector(':active')) setTimeout(leave)
    else addEventListener('pointerup', () => setTimeout(leave), { once: true })
  }
  return { isIn, onFocus: () => setIn(true), onBlur }
}

/** Goes where a command leads that was done. */
function useCommandAnswer(onDelivery: (delivery: QueueMode) => void) {
  const router = useRouter()
  const client = useQueryClient()
  return (answer: CommandAnswer): void => {
    const { href = '', queueMode, sessionId } = answer.data ?? {}
    if (sessionId) void client.invalidateQueries({ queryKey: KEYS.allSessions })
    if (queueMode) onDelivery(queueMode as QueueMode)
    // A file is loaded beside the page.
    if (`${href}`.startsWith('/api/')) location.assign(`${href}`)
    else if (href) router.push(`${href}`)
  }
}

/** Why it was not sent. What was taken for a command may have been meant as a text. */
function SendProblem({ error, onText }: { error: Error; onText: () => void }) {
  const t = useTranslations('session.messageBox')
  const isCommand = isProblem(error) && error.codedText?.code === 'fault.noCommand'
  return (
    <Alert>
      <ProblemText error={error} /> {t('kept')} {isCommand && <Button onClick={onText}>{t('asText')}</Button>}
    </Alert>
  )
}

type AddFiles = (event: SyntheticEvent, from: { files: FileList | File[] | null }) => void

type FieldProps = Pick<Props, 'placeholder' | 'lastText'> & {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  write: (text: string) => void
  submit: () => void
  onFiles: AddFiles
}

function MessageField({ field, text, write, submit, onFiles, ...props }: FieldProps) {
  const t = useTranslations('session.messageBox')
  return (
    <textarea
      ref={field}
      id="message"
      dir="auto"
      aria-label={t('label')}
      aria-autocomplete="list"
      aria-keyshortcuts="m"
      aria-describedby={HINT_ID}
      className={BOX_FIELD}
      rows={1}
      placeholder={props.placeholder ?? t('placeholder')}
      value={text}
      onChange={event => write(event.target.value)}
      onPaste={event => {
        const copied = event.clipboardData.getData('text/plain')
        // A text that was copied in an office program comes with a picture of it: the text is meant.
        if (copied === '') onFiles(event, event.clipboardData)
      }}
      onKeyDown={event => {
        const command = messageCommand(event.nativeEvent)
        if (command === 'leave') goToCurrentCall()
        const isRecall = command === 'recall' && text === '' && props.lastText !== undefined
        if (command !== 'send' && !isRecall) return
        event.preventDefault()
        if (isRecall) write(asMessage(props.lastText ?? ''))
        else submit()
      }}
    />
  )
}

const NOTHING: FileDraft = { files: [], refusals: [], omissions: [], incoming: [] }

/** The files of messages that are being written, by the session that they are meant for. They end with the page. */
const drafts = new Observable<ReadonlyMap<string, FileDraft>>(new Map())

function useFileDraft(draftKey: string) {
  const draft = useObservable(drafts).get(draftKey) ?? NOTHING
  const change = (changed: (draft: FileDraft) => FileDraft): void => {
    const now = drafts.get().get(draftKey) ?? NOTHING
    const next = changed(now)
    if (next !== now) drafts.set(new Map(drafts.get()).set(draftKey, next))
  }
  const add: AddFiles = (event, { files }) => {
    if (!files?.length) return
    event.preventDefault()
    const added = [...files]
    change(({ files, incoming }) => ({ ...NOTHING, files, incoming: [...incoming, ...added] }))
  }
  return { draft, change, add }
}

function useUnsentText(draftKey: string, field: RefObject<HTMLTextAreaElement | null>) {
  const [text, setText] = useState('')
  const write = (next: string): void => {
    setText(next)
    keepUnsentText(draftKey, next)
  }
  useEffect(() => {
    // What was typed before the page was hydrated counts, too.
    const typed = field.current?.value || unsentText(draftKey)
    keepUnsentText(draftKey, typed)
    setText(typed)
  }, [draftKey, field])
  return { text, write }
}
