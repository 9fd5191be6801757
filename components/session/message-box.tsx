'use client'

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
} from 'react'
import { useTranslations } from 'use-intl'
import { goToCurrentCall } from '@/components/call/set/use-call-keys'
import { ProblemAlert, ProblemText } from '@/components/text/problem-text'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { FIELD } from '@/components/ui/looks'
import { messageCommand } from '@/lib/client/decisions/key-aim'
import {
  keepUnsentText,
  type SendMessage,
  unsentText,
  useSendMessage,
} from '@/lib/client/decisions/use-send-message'
import { startsCommand } from '@/lib/client/text/commands'
import type { FileDraft } from './draft-files'

/** If it cannot be loaded, people write without it. */
const CommandList = lazy(() =>
  import('./command-list').then(
    module => ({ default: module.CommandList }),
    () => ({ default: () => null }),
  ),
)

const loadFiles = () => import('./draft-files')
const DraftFiles = lazy(() => loadFiles().then(loaded => ({ default: loaded.DraftFiles })))

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
  const attaching = useFileDraft()
  const { files } = attaching.draft
  const { send, isPending, error } = useSendMessage(sendMessage, sent => {
    if (unsentText(place) === sent.text) write('')
    attaching.change(present => (present.files === (sent.attachments ?? NOTHING.files) ? NOTHING : present))
  })
  const submit = (): void => {
    if (text.trim() === '' || isPending) return
    send({ text, attachments: files.length > 0 ? files : undefined })
  }
  return (
    <form
      className="flex flex-col gap-1.5"
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
      onDragOver={event => event.preventDefault()}
      onDrop={event => attaching.add(event, event.dataTransfer)}
    >
      {error && (
        <Alert>
          <ProblemText error={error} /> {t('kept')}
        </Alert>
      )}
      {startsCommand(text) && (
        <Suspense fallback={null}>
          <CommandList {...{ field, text, sessionId }} onTake={write} />
        </Suspense>
      )}
      {attaching.draft !== NOTHING && (
        <Suspense fallback={null}>
          <DraftFiles draft={attaching.draft} onChange={attaching.change} />
        </Suspense>
      )}
      <div className="flex items-end gap-2">
        <AttachButton onFiles={attaching.add} />
        <MessageField
          {...{ field, text, write, submit }}
          describedBy={hint ? id : undefined}
          onFiles={attaching.add}
        />
        <Button type="submit" look="main" shape="composer" off={isPending || text.trim() === ''}>
          {t('send')}
        </Button>
        {beside}
      </div>
      {hint && (
        <p id={id} className="flex flex-wrap justify-between gap-x-4 text-small text-quiet">
          {hint}
        </p>
      )}
    </form>
  )
}

type AddFiles = (event: SyntheticEvent, from: { files: FileList | null }) => void

type FieldProps = {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  write: (text: string) => void
  submit: () => void
  describedBy: string | undefined
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

const NOTHING: FileDraft = { files: [], refusal: null }

/** The files of the message that is being written. What reads them is loaded when there are some. */
function useFileDraft() {
  const [draft, change] = useState(NOTHING)
  const add = (event: SyntheticEvent, { files }: { files: FileList | null }): void => {
    if (!files?.length) return
    event.preventDefault()
    const added = [...files]
    void loadFiles().then(async ({ withFiles }) => change(await withFiles(draft, added)))
  }
  return { draft, change, add }
}

function AttachButton({ onFiles }: { onFiles: AddFiles }) {
  const t = useTranslations('session.messageBox')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={event => {
          onFiles(event, event.target)
          event.target.value = ''
        }}
      />
      <Button shape="composer" aria-label={t('attach')} onClick={() => input.current?.click()}>
        +
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

const EXAMPLES = [
  'Create notes.md with Hello',
  'List the files',
  'Create plan.md with First draft, and create todo.md with Second thoughts',
]

/** Requests that work with any model, and with none. */
export function ExampleRequests({ sendMessage }: { sendMessage: SendMessage }) {
  const { send, isPending, error } = useSendMessage(sendMessage, () => undefined)
  return (
    <>
      <ul className="flex flex-col items-start gap-2">
        {EXAMPLES.map(example => (
          <li key={example}>
            <Button shape="example" off={isPending} onClick={() => send({ text: example })}>
              {example}
            </Button>
          </li>
        ))}
      </ul>
      {error && <ProblemAlert error={error} />}
    </>
  )
}
