import { skipToken, useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { draftKey, openForms } from '@/lib/client/decisions/call-drafts'
import { pageAim } from '@/lib/client/decisions/key-aim'
import { sampleApproval } from '@/lib/client/decisions/key-command'
import { openReads, readGroups } from '@/lib/client/decisions/read-groups'
import { useObservable } from '@/lib/client/page/page-state'
import { KEYS } from '@/lib/client/queries/keys'
import type { CallSet, WaitingCall } from '@/lib/domain/call/call'
import { isWaiting } from '@/lib/domain/call/call-state'
import type { Present } from '@/lib/domain/session/event'
import type { SessionView } from '@/lib/domain/session/view'
import { ReviewSlot } from '../review/review-place'
import { CallRows } from './call-rows'
import { type Deciding, DecidingProvider, NO_DECIDING } from './deciding'
import { useDockFocus } from './dock-focus'
import { DOCK_PLACES, DockTop } from './dock-frame'
import { LastSigned } from './last-signed'
import { HeldBar, SetBar } from './set-bar'
import { useArrivalFocus, useCallKeys } from './use-call-keys'
import { useDeciding } from './use-deciding'
import { sightOf, useSeenCalls } from './use-seen-calls'

export type PanelProps = Pick<Props, 'view' | 'isWriting'> & {
  /** Told what is known of decisions made here. Without it the dock decides as whoever is around it does. */
  onDeciding?: ((deciding: Deciding) => void) | undefined
}

/** What waits in a session, and how it is decided. */
export const SessionApprovalPanel = ({ onDeciding, ...panel }: PanelProps) =>
  onDeciding ? <DecidingPanel {...panel} onDeciding={onDeciding} /> : <PendingCalls {...panel} />

/** The rest of the page is told only what it shows: it is not rendered anew while a decision is under way. */
function DecidingPanel({ onDeciding, ...panel }: PanelProps & { onDeciding: (deciding: Deciding) => void }) {
  const deciding = useDeciding(panel.view)
  const { elsewhere, late } = deciding
  useSampleApproval(panel.view, deciding.decide)
  useLayoutEffect(() => {
    onDeciding({ ...NO_DECIDING, elsewhere, late })
  }, [onDeciding, elsewhere, late])
  return (
    <DecidingProvider value={deciding}>
      <ReviewSlot sets={panel.view.openSets}>
        <PendingCalls {...panel} />
      </ReviewSlot>
    </DecidingProvider>
  )
}

/** Applies to the proposed sample call what was decided on the first page. Any other call waits as it is. */
function useSampleApproval({ pendingSet }: SessionView, decide: Deciding['decide']) {
  const approval = useObservable(sampleApproval)
  useEffect(() => {
    if (!approval || pendingSet?.runId !== approval.runId) return
    sampleApproval.set(null)
    const [call, ...others] = pendingSet.calls
    if (!call || others.length > 0 || !isWaiting(call) || call.decisions.length > 0) return
    const { id: callId, digest, tool, why, risk, preview } = call
    const isSample = tool === 'write_file' && preview?.diff?.unified === approval.unified
    // Where it could not be sent, the card still waits.
    if (isSample && why === 'policy' && risk.level === 'medium')
      void decide(pendingSet.id, [{ kind: 'approve', callId, digest, seen: 'whole' }])
  }, [approval, pendingSet, decide])
}

type Props = {
  view: SessionView
  isWriting?: () => boolean
  /** Stands above the Calls where it has to be said whose they are. */
  head?: ReactNode
  /** 'dock': pane or lower edge of a session. 'paper': the document in the inbox. */
  slot?: 'dock' | 'paper'
}

/** Forms that show what would run. */
const CHANGES = ['edit', 'replace'] as const

const LIST = 'overscroll-contain scroll-pb-18'

/** Of very many Calls, those that are out of view are not laid out: about as high as a line, or as what was decided. */
const SKIP_HIDDEN =
  '*:data-[open=false]:[contain-intrinsic-height:auto_45px] *:data-[open=false]:[content-visibility:auto] *:data-decided:[contain-intrinsic-height:auto_84px] *:data-decided:[content-visibility:auto]'
const VERY_MANY = 40

/** What waits for a person, and what was decided until it is settled. */
export function PendingCalls({ view, isWriting = nobodyWrites, head, slot = 'dock' }: Props) {
  const t = useTranslations('call.pendingCalls')
  const panel = useRef<HTMLElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const waiting = useMemo(() => view.openSets.flatMap(set => set.calls).filter(isWaiting), [view.openSets])
  const opened = useObservable(openReads)
  const groups = useMemo(() => readGroups(view.openSets, opened), [view.openSets, opened])
  const { calls, current, isOff } = useKeyAim({ waiting, groups })
  const { verdict, ...focus } = useDockFocus(panel, { calls, current })
  const forms = useObservable(openForms)
  const isChanging = waiting.some(({ id: callId }) =>
    CHANGES.some(form => forms.has(draftKey({ callId, form }))),
  )
  const rows = rowsOf(view.openSets)
  const isVeryMany = view.openSets.reduce((count, { calls }) => count + calls.length, 0) >= VERY_MANY
  useCurrentInView(list, rows)
  useCallKeys(isWriting)
  useArrivalFocus(slot === 'dock' && waiting.length > 0)
  useSeenCalls(panel)
  const [last, setLast] = useState(view.openSets)
  if (view.openSets !== last && view.openSets.length > 0) setLast(view.openSets)
  // A pane keeps its place: what is read beside it stays where it is.
  if (view.openSets.length === 0) return slot === 'dock' && <LastSigned view={view} sets={last} />
  return (
    <section
      ref={panel}
      aria-label={t('region')}
      data-dock={slot}
      tabIndex={-1}
      className={DOCK_PLACES[slot].sheet}
      {...focus}
    >
      {head}
      <AgentWords view={view} />
      <DockTop count={waiting.length} isOff={isOff}>
        <OtherPeople sessionId={view.session.id} />
      </DockTop>
      <div ref={list} className={`${LIST} ${isVeryMany ? SKIP_HIDDEN : ''} ${DOCK_PLACES[slot].list}`}>
        <CallRows sets={view.openSets} current={current} focused={verdict} groups={groups} />
      </div>
      <HeldBar sets={view.openSets} />
      {/* What decides about several Calls is not there while one is being changed. Else it is there with the cards: coming later, it would move their buttons. */}
      {!isChanging &&
        view.pendingSets.map(set => {
          const calls = set.calls.filter(isWaiting)
          // Reads that are all there is are decided in their row.
          if (groups.get(calls[0]?.id ?? '')?.length === calls.length) return null
          return <SetBar key={set.id} setId={set.id} calls={calls} />
        })}
    </section>
  )
}

/** Why the agent asks: the sentence that it ended with, as far as two lines hold it; once pressed, all that it said. */
function AgentWords({ view: { pendingSet, transcript } }: { view: SessionView }) {
  const t = useTranslations('call.pendingCalls')
  const [isOpen, setOpen] = useState(false)
  const ids = pendingSet?.calls.map(({ id }) => id) ?? []
  // What it said before other Calls is why it asked for those.
  const entry = transcript.findLast(({ kind, callId = '' }) => kind !== 'result' || !ids.includes(callId))
  if (!pendingSet || entry?.kind !== 'assistant' || entry.text.trim() === '') return null
  return (
    <button type="button" aria-expanded={isOpen} className={AGENT} onClick={() => setOpen(!isOpen)}>
      <span className={isOpen ? 'whitespace-pre-wrap' : 'line-clamp-2'}>
        <span className="text-quiet">{t('agent')}</span>{' '}
        <VisibleText>{isOpen ? entry.text : lastSentence(entry.text)}</VisibleText>
      </span>
    </button>
  )
}

const AGENT =
  'max-h-40 flex-none touch:min-h-11 cursor-pointer overflow-y-auto px-4 pt-2.5 text-start wrap-anywhere focus-visible:-outline-offset-2'

const SENTENCES = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** Of the last line that says anything: a list or code before it would not fit. */
function lastSentence(text: string): string {
  const line = text.split('\n').findLast(each => /\p{L}/u.test(each)) ?? text
  return [...SENTENCES.segment(line)].at(-1)?.segment ?? line
}

/** Who else has the session open. They come and go: nothing moves by it, and it is not announced. */
function OtherPeople({ sessionId }: { sessionId: string }) {
  const t = useTranslations('call.pendingCalls')
  const locale = useLocale()
  const { data: people = [] } = useQuery<Present['people']>({
    queryKey: KEYS.presence(sessionId),
    queryFn: skipToken,
  })
  if (people.length === 0) return null
  const names = new Intl.ListFormat(locale).format(people.map(({ name }) => name))
  return (
    <p className="min-w-0 flex-1 truncate text-end text-quiet text-small">
      <VisibleText isLine>{t('others', { names, count: people.length })}</VisibleText>
    </p>
  )
}

/** Changes with whatever may move a row, or change it. */
const rowsOf = (sets: CallSet[]): string =>
  sets.flatMap(({ calls }) => calls.map(({ id, state, digest }) => `${id} ${state} ${digest}`)).join()

const nobodyWrites = (): boolean => false

/**
 * When rows are added, removed or decided, the current Call stays in view, so that its buttons never stand there without
 * it. Nothing moves while the focus is in the list.
 */
function useCurrentInView(list: RefObject<HTMLElement | null>, rows: string): void {
  useLayoutEffect(() => {
    const slot = list.current
    const card = rows === '' ? null : slot?.querySelector<HTMLElement>('[data-call][aria-current]')
    if (!slot || !card || slot.matches(':focus-within')) return
    const { top, bottom } = slot.getBoundingClientRect()
    const box = card.getBoundingClientRect()
    const isInView = box.top >= top && (box.bottom <= bottom || box.top < (top + bottom) / 2)
    if (!isInView) slot.scrollTop += box.top - top
  }, [list, rows])
}

type AimOptions = { waiting: WaitingCall[]; groups: ReadonlyMap<string, WaitingCall[]> }

/** Reports the rows of a dock to the key aim, each by its first Call. */
function useKeyAim({ waiting, groups }: AimOptions) {
  const aim = useObservable(pageAim)
  const calls = useMemo(() => {
    const others = new Set([...groups.values()].flatMap(group => group.slice(1)))
    return waiting
      .filter(call => !others.has(call))
      .map(call => ({ id: call.id, version: (groups.get(call.id) ?? [call]).map(sightOf).join() }))
  }, [waiting, groups])
  useLayoutEffect(() => pageAim.tell({ type: 'shown', path: location.pathname, calls }), [calls])
  useLayoutEffect(() => {
    const path = location.pathname
    return () => {
      if (path === location.pathname) pageAim.tell({ type: 'shown', path, calls: [] })
    }
  }, [])
  const current = (calls.find(({ id }) => id === aim.current?.id) ?? calls[0])?.id
  return { calls, current, isOff: !aim.isLive }
}
