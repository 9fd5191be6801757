import { useRouter } from 'next/navigation'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { useClipboard } from '@/components/text/use-clipboard'
import { VisibleText } from '@/components/text/visible-text'
import { Alert } from '@/components/ui/alert'
import { Clock } from '@/components/ui/clock'
import { useFork } from '@/lib/client/decisions/use-fork'
import { editPlace, keepUnsentText, unsentText } from '@/lib/client/decisions/use-send-message'
import { useOpen } from '@/lib/client/page/page-state'
import type { Entry } from '@/lib/domain/session/entry'
import { EditMessage } from './edit-message'
import { forkBeforeQuestion, UnrepeatableMessage } from './repeat-message'

type Props = {
  sessionId: string
  entry: Entry
  /** Whether somebody on a touch screen has asked for it. */
  isAskedFor: boolean
}

type Verb = 'copy' | 'edit' | 'regenerate' | 'branch' | 'link'

/** There where somebody points or has the focus; on a touch screen a line below the entry, once it is asked for. */
const BAR =
  'flex max-w-full items-center overflow-x-auto rounded-base bg-paper text-quiet text-small mouse:absolute mouse:right-0 mouse:opacity-0 mouse:[article:is(:hover,:focus-within)>&]:opacity-100'

/** Beside the name of who wrote it, which leaves its line free. */
const IN_HEAD = 'mouse:-top-0.5'

/** Between it and what stands above it. */
const ABOVE = 'mouse:bottom-full'

/** Below a line of a Call, which has room for it once it is open. */
const UNDER_CALL = 'touch:absolute touch:bottom-0'

/** What can be done with an entry, and when it was made. */
export function MessageActions({ sessionId, entry, isAskedFor }: Props) {
  const t = useTranslations('session.messageActions')
  const router = useRouter()
  const bar = useRef<HTMLDivElement>(null)
  const draftKey = editPlace(entry.id)
  const [isEditing, setEditing] = useOpen(draftKey)
  // What was written in the place of a message opens again where the page was left with it.
  useEffect(() => {
    if (unsentText(draftKey) !== '') setEditing(true)
  }, [draftKey, setEditing])
  const fork = useFork(sessionId, ({ id }, { message }) => {
    // What was sent is no longer kept.
    if (message) keepUnsentText(draftKey, '')
    if (message) setEditing(false)
    router.push(`/sessions/${id}`)
  })
  const { copied, refused, copy } = useClipboard<'copied' | 'linked'>()
  const acts: Partial<Record<Verb, () => void>> = {
    copy: () => copy('copied', entry.text),
    ...(entry.kind === 'user' && { edit: () => setEditing(!isEditing) }),
    ...(entry.kind === 'assistant' && {
      regenerate: () => fork.mutate(() => forkBeforeQuestion(sessionId, entry)),
    }),
    branch: () => fork.mutate(() => ({ seq: entry.seq })),
    // The same place that search leads to.
    link: () => copy('linked', new URL(`/sessions/${sessionId}#seq-${entry.seq}`, location.href).href),
  }
  const close = (): void => {
    setEditing(false)
    bar.current?.querySelector<HTMLElement>('[data-verb=edit]')?.focus()
  }
  const position = useActionsSlot(entry, isAskedFor)
  return (
    <>
      {isEditing && <EditMessage sessionId={sessionId} entry={entry} fork={fork} onClose={close} />}
      {fork.error && !isEditing && <ForkFailure error={fork.error} />}
      {refused && (
        <Alert className={BELOW}>
          {/* What could not be copied by itself can be by hand. */}
          {t('refused')} {refused.name === 'linked' && <span className={BY_HAND}>{refused.text}</span>}
        </Alert>
      )}
      <div ref={bar} className={`${BAR} ${position}`}>
        <Toolbar
          acts={acts}
          isEditing={isEditing}
          isBusy={fork.isPending}
          outcome={fork.isPending ? 'forking' : copied}
        />
        <span className="flex-none px-1.5 tabular-nums">
          <Clock isExact at={entry.at} />
        </span>
      </div>
    </>
  )
}

function useActionsSlot({ id, kind, compaction }: Entry, isAskedFor: boolean): string {
  const [isOpen] = useOpen(id)
  if (kind === 'result') return `${ABOVE} ${isOpen ? UNDER_CALL : 'touch:hidden'}`
  const position = compaction || kind === 'notice' ? ABOVE : IN_HEAD
  return `${position} ${isAskedFor ? 'touch:-ml-2' : 'touch:hidden'}`
}

type Outcome = 'copied' | 'linked' | 'forking'

type ToolbarProps = {
  acts: Partial<Record<Verb, () => void>>
  /** Its editor sends again. */
  isEditing: boolean
  isBusy: boolean
  outcome: Outcome | null
}

const VERB =
  'flex-none cursor-pointer whitespace-nowrap rounded-base px-1.5 py-0.5 font-strong hover:bg-hover hover:text-ink touch:min-h-11 touch:px-2'

/** One stop of the Tab key; the arrow keys lead from verb to verb. */
function Toolbar({ acts, isEditing, isBusy, outcome }: ToolbarProps) {
  const t = useTranslations('session.messageActions')
  const [current, setCurrent] = useState<string>('copy')
  return (
    <>
      <span aria-live="polite" className="flex-none px-1.5 empty:hidden">
        {outcome && t(outcome)}
      </span>
      <div role="toolbar" aria-label={t('name')} className="flex flex-none" onKeyDown={moveFocus}>
        {Object.entries(acts).map(([name, act]) => {
          const verb = name as Verb
          return (
            <button
              key={verb}
              type="button"
              data-verb={verb}
              tabIndex={verb === current ? 0 : -1}
              aria-label={verb === 'edit' && !isEditing ? t('editName') : undefined}
              aria-expanded={verb === 'edit' ? isEditing : undefined}
              aria-disabled={isBusy || undefined}
              className={VERB}
              onFocus={() => setCurrent(verb)}
              onClick={() => !isBusy && act()}
            >
              {t(verb)}
            </button>
          )
        })}
      </div>
    </>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex(button => button.matches(':focus'))
  const targets: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }
  const next = targets[event.key]
  if (next === undefined) return
  event.preventDefault()
  buttons.at(next % buttons.length)?.focus()
}

const BELOW = 'mt-2 text-small'
const BY_HAND = 'select-all font-mono'

function ForkFailure({ error }: { error: Error }) {
  const t = useTranslations('session.messageActions')
  return (
    <Alert className={BELOW}>
      {error instanceof UnrepeatableMessage ? (
        <VisibleText isLine>{t(error.reason, { names: error.names.join(', ') })}</VisibleText>
      ) : (
        <ProblemText error={error} />
      )}
    </Alert>
  )
}
