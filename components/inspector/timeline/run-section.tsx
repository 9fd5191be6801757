import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { Clock } from '@/components/ui/clock'
import { useUsageWords } from '@/components/usage/usage-words'
import { phasesOf, type RunPhase } from '@/lib/client/story/run-phases'
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
  const t = useTranslations('inspector.run')
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
      {isOpen && (
        <div className="flex flex-col gap-2 pt-2">
          {run.run && <RunFigures run={run.run} />}
          <Phases phases={phasesOf(run)} />
          {!run.isWhole && <p className="text-quiet text-small">{t('partial')}</p>}
          <StoryItems items={run.items} isReact={isReact} onRequest={onRequest} />
        </div>
      )}
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
            <Clock isExact at={begins} />
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

/** What it took: time, requests, tokens and, where prices are known, money. */
function RunFigures({ run }: { run: NonNullable<StoryRun['run']> }) {
  const t = useTranslations('inspector.run')
  const words = useUsageWords()
  const length = useLengthWords()
  const { usage, requests, startedAt, endedAt } = run
  const figures = [
    ...(startedAt && endedAt ? [length(Date.parse(endedAt) - Date.parse(startedAt))] : []),
    t('requests', { count: requests }),
    t('tokens', { count: usage.totalTokens }),
    ...(usage.cost ? [words.money(usage.cost)] : []),
  ]
  return <p className="text-small tabular-nums">{figures.join(' · ')}</p>
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
