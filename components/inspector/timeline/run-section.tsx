import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { Clock } from '@/components/ui/clock'
import { type PartPattern, PartSign, PartsBar } from '@/components/usage/usage-bar'
import { useUsageWords } from '@/components/usage/usage-words'
import { serverNow } from '@/lib/client/api/server-clock'
import {
  phasesOf,
  type RunPhase,
  type RunTimes,
  TIME_PARTS,
  type TimePart,
  timesOf,
} from '@/lib/client/story/run-times'
import type { StoryRun } from '@/lib/client/story/session-story'
import { beginningOf } from '@/lib/client/text/beginning'
import { StoryItems, useLengthWords } from './story-items'

type Props = {
  run: StoryRun
  isReact: boolean
  isNewest: boolean
  onRequest: (number: number) => void
}

/** A Run: what it answered, how it ended, what it took, and what happened in it. Its contents are there once it is open. */
export function RunSection({ run, isReact, isNewest, onRequest }: Props) {
  const [isOpen, setOpen] = useState(isNewest)
  return (
    <details
      open={isOpen}
      className="border-field border-t py-3"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex cursor-pointer list-none gap-2 touch:min-h-11 [&::-webkit-details-marker]:hidden">
        <span aria-hidden className="w-3 flex-none text-quiet">
          {isOpen ? '▾' : '▸'}
        </span>
        <RunHead story={run} />
      </summary>
      {isOpen && <RunBody run={run} isReact={isReact} onRequest={onRequest} />}
    </details>
  )
}

function RunHead({ story: { run, message } }: { story: StoryRun }) {
  const t = useTranslations('inspector.run')
  const title = message ? beginningOf(message.text) : run?.continuedFrom ? t('continues') : ''
  const begins = run?.startedAt ?? run?.queuedAt
  return (
    <div className="min-w-0">
      <h3 className="wrap-anywhere">
        <span className="font-semibold">{run ? t('named', { number: run.number }) : t('unnamed')}</span>{' '}
        <VisibleText isLine>{title}</VisibleText>
      </h3>
      <p className="text-quiet text-small">
        {run && <RunEnd run={run} />}
        {begins && (
          <>
            {' · '}
            <Clock at={begins} />
          </>
        )}
      </p>
    </div>
  )
}

/** Ends that something went wrong in. */
const FAILURES: (string | undefined)[] = ['error', 'idle_timeout', 'malformed', 'loop_detected']

function RunEnd({ run: { status, stopReason } }: { run: NonNullable<StoryRun['run']> }) {
  const t = useTranslations('inspector.run')
  if (status === 'waiting') return <span className="font-strong text-accent">{t('state.waiting')}</span>
  if (status !== 'ended') return <span className="font-strong text-ink">{t(`state.${status}`)}</span>
  const className = FAILURES.includes(stopReason) ? 'font-semibold text-ink' : ''
  return stopReason && <span className={className}>{t(`end.${stopReason}`)}</span>
}

function RunBody({ run, isReact, onRequest }: Omit<Props, 'isNewest'>) {
  const t = useTranslations('inspector.run')
  const times = timesOf(run, useNow(run.run?.endedAt === undefined))
  return (
    <div className="flex flex-col gap-2 pt-2">
      <RunFigures run={run.run} total={times.total} />
      <TimesBar times={times} />
      <Phases phases={phasesOf(run)} />
      {!run.isWhole && <p className="text-quiet text-small">{t('partial')}</p>}
      <StoryItems items={run.items} isReact={isReact} onRequest={onRequest} />
    </div>
  )
}

/** How often the time that a Run takes is told anew. */
const TICK_MS = 5000

/** The time of day as long as it matters. */
function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(serverNow()), TICK_MS)
    return () => clearInterval(timer)
  }, [isRunning])
  return now
}

/** What it took: time, requests, tokens and, where prices are known, money. */
function RunFigures({ run, total }: { run: StoryRun['run']; total: number }) {
  const t = useTranslations('inspector.run')
  const words = useUsageWords()
  const length = useLengthWords()
  if (!run) return null
  const { usage, requests } = run
  const figures = [
    length(total),
    t('requests', { count: requests }),
    t('tokens', { count: usage.totalTokens }),
    ...(usage.cost ? [words.money(usage.cost)] : []),
  ]
  return <p className="text-small tabular-nums">{figures.join(' · ')}</p>
}

const TIME_LOOKS: Record<TimePart, PartPattern> = {
  model: 'full',
  waiting: 'hatched',
  tool: 'grey',
  rest: 'empty',
}

/** What the time went on: as a bar, and the same in words. */
function TimesBar({ times }: { times: RunTimes }) {
  const t = useTranslations('inspector.run')
  const length = useLengthWords()
  const parts = TIME_PARTS.filter(part => times[part] > 0)
  if (parts.length === 0) return null
  return (
    <div>
      <PartsBar parts={parts.map(name => ({ name, size: times[name], pattern: TIME_LOOKS[name] }))} />
      <ul aria-label={t('times')} className="flex flex-wrap gap-x-4 pt-1 text-quiet text-small tabular-nums">
        {parts.map(part => (
          <li key={part} className="flex items-center gap-1.5">
            <PartSign pattern={TIME_LOOKS[part]} />
            {t(`time.${part}`)} {length(times[part])}
          </li>
        ))}
      </ul>
    </div>
  )
}

const PHASE_LOOKS: Record<RunPhase['state'], string> = {
  over: 'border-ink border-t-2 pt-1',
  now: 'border-ink border-t-4 pt-0.5 font-semibold',
  none: 'border-field border-t-2 border-dashed pt-1 text-quiet',
}

/** How far it has come. */
function Phases({ phases }: { phases: RunPhase[] }) {
  const t = useTranslations('inspector.run')
  return (
    <ol aria-label={t('phases')} className="grid grid-cols-6 gap-1 text-[0.75rem] leading-4">
      {phases.map(({ name, state, count }) => (
        <li key={name} className={PHASE_LOOKS[state]}>
          {t(`phase.${name}`)} {count !== undefined && <span className="tabular-nums">{count}</span>}
          <span className="sr-only">, {t(`phaseState.${state}`)}</span>
        </li>
      ))}
    </ol>
  )
}
