import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { callDrafts, draftKey, keepDraft } from '@/lib/client/decisions/call-drafts'
import { isFreeKey, keyLetter } from '@/lib/client/decisions/key-aim'
import { keyCommand } from '@/lib/client/decisions/key-command'
import { Observable, useObservable } from '@/lib/client/page/page-state'
import type { Call, CallSet, WaitingCall } from '@/lib/domain/call/call'
import { isWaiting } from '@/lib/domain/call/call-state'
import { whyNotDecide } from '@/lib/domain/call/capabilities'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import type { CardMode } from '../card-foot'
import type { DiffLine } from '../preview/diff-line'
import { isFocusLost } from '../set/call-focus'
import { isMine, useDecidingHere } from '../set/deciding'
import { sightOf, useSeenCalls } from '../set/use-seen-calls'

/** Whether somebody can say of a Call that they have seen it, so that it may run. */
export const isMarkable = (call: Call): call is WaitingCall =>
  isWaiting(call) && whyNotDecide(call, 'approve') === null

export type SetReview = ReturnType<typeof useSetReview>

/** All that a review of a set knows: which Call is read, what is marked, and how to go on. */
export function useSetReview({ set, onClose }: { set: CallSet; onClose: () => void }) {
  const column = useRef<HTMLDivElement>(null)
  const foot = useRef<HTMLDivElement>(null)
  const waiting = useMemo(() => set.calls.filter(isWaiting), [set.calls])
  const { show, ...position } = useReadingPosition(column, waiting[0]?.id ?? set.calls[0]?.id)
  const [form, setForm] = useState<OpenForm | null>(null)
  if (form && !waiting.some(({ id }) => id === form.callId)) setForm(null)
  // As long as a form is open, what it is about is not scrolled away.
  const read = form?.callId ?? position.read
  const current = set.calls.find(({ id }) => id === read)
  const marks = useMarks(waiting, show)
  const comment = useComment(foot, setForm)
  useSeenCalls(column)
  // The foot shows what a change would do; seeing it there counts.
  useSeenCalls(foot)
  // As in the dock; and v says that the Call has been viewed. Keys decide the Call that is read, and no other in its place.
  const press = useEffectEvent((event: KeyboardEvent): void => {
    if (!isFreeKey(event, true)) return
    const target = waiting.find(({ id }) => id === read) ?? null
    const command = keyCommand({ calls: waiting, current: target, isLive: true }, event)
    if (keyLetter(event) === 'v' && current && isMarkable(current)) marks.toggle(current)
    if (command?.do !== 'go' && command?.do !== 'press') return
    event.preventDefault()
    if (command.do === 'go') show(command.callId)
    else foot.current?.querySelector<HTMLElement>(`button[aria-keyshortcuts="${command.letter}"]`)?.click()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  useAdvance({ calls: set.calls, read, show, onClose })
  // What had the focus may go with the Call that it was about.
  useLayoutEffect(() => {
    const isOpen = column.current?.closest('dialog')?.open === true
    if (isOpen && isFocusLost()) groupIn(column.current, read)?.focus({ preventScroll: true })
  })
  return { ...position, column, foot, waiting, current, form, setForm, go: show, marks, comment }
}

const groupIn = (column: HTMLElement | null, id: string | undefined): HTMLElement | null =>
  column?.querySelector<HTMLElement>(`[data-review="${CSS.escape(id ?? '')}"]`) ?? null

/** Which Call is read: the one that somebody went to, until they scroll so far that another one is at the top. */
function useReadingPosition(column: RefObject<HTMLElement | null>, first: string | undefined) {
  const [read, take] = useState(first)
  const top = useRef(first)
  const follow = useCallback((): void => {
    const { left = 0, top: edge = 0, width = 0, height = 0 } = column.current?.getBoundingClientRect() ?? {}
    const element = document.elementFromPoint(left + width / 2, edge + height / 20)
    const id = element?.closest<HTMLElement>('[data-review]')?.dataset.review
    if (id === undefined || id === top.current) return
    top.current = id
    take(id)
  }, [column])
  const show = useCallback(
    (id: string): void => {
      top.current = id
      take(id)
      const group = groupIn(column.current, id)
      group?.focus({ preventScroll: true })
      group?.scrollIntoView({ block: 'start', inline: 'start' })
    },
    [column],
  )
  return { read, take, follow, show }
}

type OpenForm = { callId: string; mode: CardMode }

/** What is said about a line is part of the reason of a denial, on a line of its own. Undefined for who may not deny. */
function useComment(foot: RefObject<HTMLElement | null>, setForm: (form: OpenForm) => void) {
  const t = useTranslations('call.review')
  const { mayDecide } = useDecidingHere()
  const comment = useCallback(
    ({ id: callId, sessionId, digest, tool }: WaitingCall, { path, number, side }: DiffLine): void => {
      const id = { callId, form: 'deny' as const }
      const reason = callDrafts.get().get(draftKey(id))?.text.trim() ?? ''
      const address = `${withVisibleEscapes(path)}:${number}`
      const prefix = side === 'before' ? t('lineBefore', { place: address }) : address
      const text = `${reason && `${reason}\n`}${prefix}: `
      // With a line break behind it Enter does not send: another line may follow.
      keepDraft({ ...id, sessionId, digest, call: tool, text: `${text}\n`, at: Date.now() })
      flushSync(() => setForm({ callId, mode: 'deny' }))
      const field = foot.current?.querySelector('textarea')
      field?.focus()
      field?.setSelectionRange(text.length, text.length)
    },
    [foot, setForm, t],
  )
  return mayDecide ? comment : undefined
}

/** What somebody says they have viewed, by its name on screen, which changes with the Call. It outlives the dialog. */
const viewed = new Observable<ReadonlySet<string>>(new Set())

/** What somebody says they have viewed is folded, and the next Call is read that they have not. */
function useMarks(waiting: WaitingCall[], show: (callId: string) => void) {
  const names = useObservable(viewed)
  const toggle = useCallback(
    (call: WaitingCall): void => {
      const marks = new Set(viewed.get())
      const isMark = !marks.delete(sightOf(call))
      if (isMark) marks.add(sightOf(call))
      flushSync(() => viewed.set(marks))
      const later = [...waiting.slice(waiting.indexOf(call)), ...waiting]
      const next = later.find(other => isMarkable(other) && !marks.has(sightOf(other)))
      if (isMark && next) show(next.id)
    },
    [waiting, show],
  )
  return { names, toggle }
}

type AdvanceOptions = {
  calls: readonly Call[]
  read: string | undefined
  show: (callId: string) => void
  onClose: () => void
}

/** After a decision made here the next Call that waits is read; after the last one the review is over. */
function useAdvance({ calls, read, show, onClose }: AdvanceOptions): void {
  const before = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const ids = calls.filter(isWaiting).map(({ id }) => id)
    const removed = [...before.current].filter(id => !ids.includes(id))
    before.current = new Set(ids)
    if (removed.length === 0 || !removed.every(isMine)) return
    const at = calls.findIndex(({ id }) => id === read)
    const next = calls.slice(at).find(isWaiting)?.id ?? ids[0]
    if (next === undefined) onClose()
    else if (removed.includes(read ?? '')) show(next)
  }, [calls, read, show, onClose])
}
