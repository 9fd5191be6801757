import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useObservable } from '@/lib/client/page/page-state'
import type { Call, CallSet, WaitingCall } from '@/lib/domain/call/call'
import { isWaiting } from '@/lib/domain/call/call-state'
import { whyNotDecide } from '@/lib/domain/call/capabilities'
import type { CardMode } from '../card-foot'
import { isFocusLost } from '../set/call-focus'
import { useDecidingHere } from '../set/deciding'
import { sightOf, useSeenCalls, useSeenNames } from '../set/use-seen-calls'
import { reviewNotes, toggleMark } from './review-notes'
import { groupIn, useReadingPlace } from './use-reading-place'
import { useReviewKeys } from './use-review-keys'

/** Whether somebody can say of a Call that they have seen it, so that it may run. */
export const isMarkable = (call: Call): call is WaitingCall =>
  isWaiting(call) && whyNotDecide(call, 'approve') === null

type OpenForm = { callId: string; mode: CardMode }

type ReviewOptions = { set: CallSet; onClose: () => void }

/** All that a review of a set knows: which Call is read, what is marked, and how to go on. */
export function useSetReview({ set, onClose }: ReviewOptions) {
  const column = useRef<HTMLDivElement>(null)
  const foot = useRef<HTMLDivElement>(null)
  const waiting = useMemo(() => set.calls.filter(isWaiting), [set.calls])
  const position = useReadingPlace(column, waiting[0]?.id ?? set.calls[0]?.id)
  const { form, setForm } = useOpenForm(waiting)
  // As long as a form is open, what it is about is not scrolled away.
  const read = form?.callId ?? position.read
  const { isMine } = useDecidingHere()
  const { show } = position
  const current = set.calls.find(({ id }) => id === read)
  const marks = useMarks({ column, show })
  const { toggle } = marks
  const onMark = useCallback((): void => {
    if (current && isMarkable(current)) toggle(current)
  }, [current, toggle])
  useReviewKeys({ calls: waiting, read, foot, onGo: show, onMark })
  useAdvance({ calls: set.calls, read, isMine, show, onClose })
  useKeptFocus(column, read)
  return {
    column,
    foot,
    waiting,
    current,
    form,
    setForm,
    go: show,
    take: position.take,
    marks,
  }
}

/** The form that is open about a Call, as long as that waits. */
function useOpenForm(waiting: WaitingCall[]) {
  const [form, setForm] = useState<OpenForm | null>(null)
  if (form && !waiting.some(({ id }) => id === form.callId)) setForm(null)
  return { form, setForm }
}

type MarkOptions = { column: RefObject<HTMLElement | null>; show: (callId: string) => void }

/**
 * What somebody says they have seen. What has been on screen whole is folded by that, as nobody needs it any more; else it
 * comes on screen. `folds` are named as marks are.
 */
function useMarks({ column, show }: MarkOptions) {
  useSeenCalls(column)
  const seenNames = useSeenNames()
  const { marks: names } = useObservable(reviewNotes)
  const [folds, setFolds] = useState<ReadonlySet<string>>(
    () => new Set([...names].filter(name => seenNames.has(name))),
  )
  const setFold = useCallback((name: string, isFolded: boolean): void => {
    setFolds(before => new Set([...[...before].filter(other => other !== name), ...(isFolded ? [name] : [])]))
  }, [])
  const latest = useRef(seenNames)
  useLayoutEffect(() => {
    latest.current = seenNames
  }, [seenNames])
  const toggle = useCallback(
    (call: WaitingCall): void => {
      const name = sightOf(call)
      const isMark = !reviewNotes.get().marks.has(name)
      const isWhole = latest.current.has(name)
      toggleMark(name)
      setFold(name, isMark && isWhole)
      if (isMark && !isWhole) show(call.id)
    },
    [setFold, show],
  )
  return { names, folds, setFold, toggle }
}

type AdvanceOptions = {
  calls: readonly Call[]
  read: string | undefined
  isMine: (callId: string) => boolean
  show: (callId: string) => void
  onClose: () => void
}

/** After a decision made here the next Call that waits is read; after the last one the review is over. */
function useAdvance({ calls, read, isMine, show, onClose }: AdvanceOptions): void {
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
  }, [calls, read, isMine, show, onClose])
}

/** What had the focus may go with the Call that it was about. */
function useKeptFocus(column: RefObject<HTMLElement | null>, read: string | undefined): void {
  useLayoutEffect(() => {
    const isOpen = column.current?.closest('dialog')?.open === true
    if (isOpen && isFocusLost()) groupIn(column.current, read)?.focus({ preventScroll: true })
  })
}
