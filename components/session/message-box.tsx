'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import {
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useTranslations } from 'use-intl'
import { goToCurrentCall } from '@/components/call/set/call-focus'
import { lazyPart } from '@/components/page/lazy-part'
import { useMe } from '@/components/shell/me'
import { ProblemText } from '@/components/text/problem-text'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { FIELD } from '@/components/ui/looks'
import { isProblem } from '@/lib/client/api/fetch-api'
import { messageCommand } from '@/lib/client/decisions/key-aim'
import {
  keepUnsentText,
  PASTED_NAME,
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
import { asMessage } from '@/lib/domain/session/commands'
import type { PartsPanel } from './box-parts'
import { CHIP, SettingChips } from './setting-chips'
import type { SettingChoice } from './setting-choices'

const BoxParts = lazyPart(async () => (await import('./box-parts')).BoxParts)

type Props = Pick<SettingChoice, 'settings'> & {
  /** The key under which unsent text is stored. */
  draftKey: string
  sessionId?: string
  sendMessage: SendMessage
  /** Where there is no session yet, whose settings could be changed. */
  onSettings?: SettingChoice['onSettings']
  isRunning?: boolean
  placeholder?: string | undefined
  /** The last message, which the arrow up brings back. */
  lastText?: string | undefined
  beside?: ReactNode
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
function OwnMessageBox({ draftKey, sessionId, sendMessage, settings, ...props }: Props) {
  const t = useTranslations('session.messageBox')
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, write } = useUnsentText(draftKey, field)
  const id = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const [panel, setPanel] = useState<PartsPanel | null>(null)
  const { draft, change, add } = useFileDraft(draftKey)
  const { files } = draft
  const [queueMode, setQueueMode] = useState<QueueMode>('steer')
  const hasParts = useLatch(wantsList(text) || panel !== null || draft !== NOTHING)
  const follow = useCommandAnswer(setQueueMode)
  const { send, isPending, error } = useSendMessage(sendMessage, (sent, answer) => {
    // What was typed meanwhile stays.
    const now = unsentText(draftKey)
    if (sent.queueMode === 'interrupt') setQueueMode('steer')
    if (now.startsWith(sent.text)) write(now.slice(sent.text.length))
    const isLeft = (file: Attachment): boolean => !sent.attachments?.includes(file)
    change(({ files, incoming }) => ({ ...NOTHING, incoming, files: files.filter(isLeft) }))
    if (answer && 'command' in answer) follow(answer)
  })
  const isReading = draft.incoming.length > 0
  // A prompt that is being filled in takes the place of the command.
  const isPromptOpen = typeof panel === 'object' && panel !== null
  const isOff = isPending || isReading || isPromptOpen || text.trim() === ''
  const submit = (content = text): void => {
    if (isOff) return
    write(content)
    send({ text: content, attachments: files.length > 0 ? files : undefined, queueMode })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files may also be chosen by a button
    <div
      className="flex flex-col gap-1.5"
      onDragOver={event => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={event => add(event, event.dataTransfer)}
    >
      {error && <SendProblem error={error} onText={() => submit(text.replace('/', '//'))} />}
      {hasParts && (
        <BoxParts
          panel={panel}
          draftKey={draftKey}
          sessionId={sessionId}
          field={field}
          chooser={chooser}
          text={text}
          write={write}
          draft={draft}
          folder={settings.workspace}
          onPanel={setPanel}
          onFiles={add}
          onChange={change}
        />
      )}
      <SendForm id={id} submit={() => submit()} isOff={isOff} hint={props.hint?.(queueMode)}>
        <MessageField
          {...props}
          field={field}
          text={text}
          write={write}
          submit={() => submit()}
          describedBy={id}
          onFiles={add}
        />
        <Button type="submit" variant="main" shape="composer" aria-describedby={id} off={isOff}>
          {t('send')}
        </Button>
        <SettingChips
          {...props}
          settings={settings}
          sessionId={sessionId}
          delivery={queueMode}
          onDelivery={setQueueMode}
        >
          <Button variant="faint" className={CHIP} onClick={() => setPanel('attach')}>
            <Icon name="attach" />
            <span className="max-phone:sr-only">{t('attach')}</span>
          </Button>
        </SettingChips>
      </SendForm>
    </div>
  )
}

/** True from the first time that something is. */
function useLatch(isSet: boolean): boolean {
  const [wasSet, setWasSet] = useState(false)
  if (isSet && !wasSet) setWasSet(true)
  return wasSet
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

type FormProps = { id: string; submit: () => void; isOff: boolean; hint: ReactNode; children: ReactNode }

const HINT = 'flex flex-wrap justify-between gap-x-4 text-small text-quiet'

/** On a phone, whose room is for the calls, the hint is there once there is something to send. */
const SendForm = ({ id, submit, isOff, hint, children }: FormProps) => (
  <form
    className="flex flex-col gap-1.5"
    onSubmit={event => {
      event.preventDefault()
      submit()
    }}
  >
    <div className="flex flex-wrap items-end gap-2 beside:flex-nowrap">{children}</div>
    <p id={id} hidden={!hint} className={isOff ? `${HINT} max-phone:hidden` : HINT}>
      {hint}
    </p>
  </form>
)

type AddFiles = (event: SyntheticEvent, from: { files: FileList | File[] | null }) => void

type FieldProps = {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  write: (text: string) => void
  submit: () => void
  placeholder?: string | undefined
  lastText?: string | undefined
  describedBy: string
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
      aria-describedby={props.describedBy}
      className={`${FIELD} field-sizing-content max-h-[40dvh] min-h-10 min-w-0 flex-1 resize-none upright:-order-2 upright:basis-full`}
      rows={1}
      placeholder={props.placeholder ?? t('placeholder')}
      value={text}
      onChange={event => write(event.target.value)}
      onPaste={event => {
        const copied = event.clipboardData.getData('text/plain')
        // A text that was copied in an office program comes with a picture of it: the text is meant.
        if (copied === '') onFiles(event, event.clipboardData)
        else if (isLongPaste(copied.length)) onFiles(event, { files: [pastedFile(copied)] })
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

/** No message to be read and changed: it goes along as a file if a file may be so long, or else only where it is too long for a message as well, which is said then. */
const isLongPaste = (chars: number): boolean => (chars > 100_000 && chars <= 250_000) || chars > 1_000_000

const pastedFile = (text: string): File => new File([text], PASTED_NAME, { type: 'text/plain' })

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
