'use client'

import { useQueryClient } from '@tanstack/react-query'
import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTranslations } from 'use-intl'
import { goToCurrentCall } from '@/components/call/set/use-call-keys'
import { ProblemText } from '@/components/text/problem-text'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { FIELD } from '@/components/ui/looks'
import { messageCommand } from '@/lib/client/decisions/key-aim'
import {
  keepUnsentText,
  type SendMessage,
  startsCommand,
  unsentText,
  useSendMessage,
} from '@/lib/client/decisions/use-send-message'
import type { FileDraft } from '@/lib/client/text/file-draft'
import type { Attachment } from '@/lib/domain/run/message'
import type { ChangeDraft } from './draft-files'
import type { ServerPanel } from './server-parts'

/** If it cannot be loaded, people write without it. */
const CommandList = lazy(() =>
  import('./command-list').then(
    module => ({ default: module.CommandList }),
    () => ({ default: () => null }),
  ),
)

const loadFiles = () => import('./draft-files')
const DraftFiles = lazy(() => loadFiles().then(loaded => ({ default: loaded.DraftFiles })))

const loadParts = () => import('./server-parts')
const ServerParts = lazy(() => loadParts().then(loaded => ({ default: loaded.ServerParts })))

type Props = {
  /** The key under which unsent text is stored. */
  place: string
  sessionId?: string
  sendMessage: SendMessage
  beside?: ReactNode
  hint?: ReactNode
}

/** Enter sends, Shift+Enter breaks the line; what could not be sent stays. */
export function MessageBox({ place, sessionId, sendMessage, beside, hint }: Props) {
  const t = useTranslations('session.messageBox')
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, write } = useUnsentText(place, field)
  const id = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const [panel, setPanel] = useState<ServerPanel | null>(null)
  const { draft, change, add } = useFileDraft(place)
  const { files } = draft
  const open = (next: ServerPanel): void => {
    loadParts().then(
      () => setPanel(next),
      () => change(present => ({ ...present, isBroken: true })),
    )
  }
  const { send, isPending, error } = useSendMessage(sendMessage, sent => {
    if (unsentText(place) === sent.text) write('')
    const isLeft = (file: Attachment): boolean => !sent.attachments?.includes(file)
    change(({ files, pending }) => ({ ...NOTHING, pending, files: files.filter(isLeft) }))
  })
  const isOff = isPending || draft.pending > 0 || text.trim() === ''
  const submit = (): void => {
    if (!isOff) send({ text, attachments: files.length > 0 ? files : undefined })
  }
  return (
    <>
      {panel && (
        <Suspense fallback={null}>
          <ServerParts
            {...{ panel, place, field, write }}
            onPanel={setPanel}
            onChange={change}
            onChoose={() => chooser.current?.click()}
          />
        </Suspense>
      )}
      <form
        className="flex flex-col gap-1.5"
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
        onDragOver={event => event.dataTransfer.types.includes('Files') && event.preventDefault()}
        onDrop={event => add(event, event.dataTransfer)}
      >
        {startsCommand(text) && !panel && (
          <Suspense fallback={null}>
            <CommandList {...{ field, text, sessionId }} onTake={write} onPrompt={open} />
          </Suspense>
        )}
        <DraftNotes {...{ error, draft }} onChange={change} />
        <div className="flex items-end gap-2">
          <AttachButton chooser={chooser} onFiles={add} onPanel={open} />
          <MessageField {...{ field, text, write, submit }} describedBy={id} onFiles={add} />
          <Button type="submit" look="main" shape="composer" off={isOff}>
            {t('send')}
          </Button>
          {beside}
        </div>
        <p id={id} hidden={!hint} className="flex flex-wrap justify-between gap-x-4 text-small text-quiet">
          {hint}
        </p>
      </form>
    </>
  )
}

type NotesProps = { error: Error | null; draft: FileDraft; onChange: ChangeDraft }

/** The files of the message, and what went wrong with it. */
function DraftNotes({ error, draft, onChange }: NotesProps) {
  const t = useTranslations('session.messageBox')
  return (
    <>
      {error && (
        <Alert>
          <ProblemText error={error} /> {t('kept')}
        </Alert>
      )}
      {draft.isBroken && <Alert>{t('notLoaded')}</Alert>}
      {draft.files.length + draft.refusals.length + draft.omissions.length > 0 && (
        <Suspense fallback={null}>
          <DraftFiles draft={draft} onChange={onChange} />
        </Suspense>
      )}
    </>
  )
}

type AddFiles = (event: SyntheticEvent, from: { files: FileList | null }) => void

type FieldProps = {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  write: (text: string) => void
  submit: () => void
  describedBy: string
  onFiles: AddFiles
}

function MessageField({ field, text, write, submit, describedBy, onFiles }: FieldProps) {
  const t = useTranslations('session.messageBox')
  return (
    <textarea
      ref={field}
      aria-label={t('label')}
      aria-autocomplete="list"
      aria-keyshortcuts="m"
      aria-describedby={describedBy}
      className={`${FIELD} field-sizing-content max-h-[40dvh] min-h-10 resize-none`}
      rows={1}
      placeholder={t('placeholder')}
      value={text}
      onChange={event => write(event.target.value)}
      onPaste={event => {
        // A text that was copied in an office program comes with a picture of it: the text is meant.
        if (!event.clipboardData.types.includes('text/plain')) onFiles(event, event.clipboardData)
      }}
      onKeyDown={event => {
        const command = messageCommand(event.nativeEvent)
        if (command === 'leave') goToCurrentCall()
        if (command !== 'send') return
        event.preventDefault()
        submit()
      }}
    />
  )
}

const NOTHING: FileDraft = { files: [], refusals: [], omissions: [], pending: 0, isBroken: false }

/** The files of messages that are being written, by the session that they are meant for. They end with the page. */
const drafts = new Map<string, FileDraft>()
const listeners = new Set<() => void>()

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** What reads files is loaded when there are some. */
function useFileDraft(place: string) {
  const present = (): FileDraft => drafts.get(place) ?? NOTHING
  const draft = useSyncExternalStore(listen, present, () => NOTHING)
  const change = (next: (draft: FileDraft) => FileDraft): void => {
    drafts.set(place, next(present()))
    for (const listener of listeners) listener()
  }
  const add: AddFiles = (event, { files }) => {
    if (!files?.length) return
    event.preventDefault()
    const added = [...files]
    change(({ files, pending }) => ({ ...NOTHING, files, pending: pending + 1 }))
    loadFiles().then(
      loaded => loaded.readInto(change, added),
      () => change(({ files, pending }) => ({ ...NOTHING, files, pending: pending - 1, isBroken: true })),
    )
  }
  return { draft, change, add }
}

type AttachProps = {
  chooser: RefObject<HTMLInputElement | null>
  onFiles: AddFiles
  onPanel: (panel: ServerPanel) => void
}

/** Where no server has anything to attach, a person chooses from their own files at once. */
function AttachButton({ chooser, onFiles, onPanel }: AttachProps) {
  const t = useTranslations('session.messageBox')
  const client = useQueryClient()
  const choose = (): void => chooser.current?.click()
  return (
    <>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        onChange={event => {
          onFiles(event, event.target)
          event.target.value = ''
        }}
      />
      <Button
        shape="composer"
        onClick={() => {
          loadParts()
            .then(loaded => loaded.offerResources(client))
            .then(isOffered => (isOffered ? onPanel('sources') : choose()), choose)
        }}
      >
        {t('attach')}
      </Button>
    </>
  )
}

function useUnsentText(place: string, field: RefObject<HTMLTextAreaElement | null>) {
  const [text, setText] = useState('')
  const write = (next: string): void => {
    setText(next)
    keepUnsentText(place, next)
  }
  useEffect(() => {
    // What was typed before the page was hydrated counts, too.
    const typed = field.current?.value || unsentText(place)
    keepUnsentText(place, typed)
    setText(typed)
  }, [place, field])
  return { text, write }
}
