import { type ComponentProps, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { useGrowingCount } from '@/lib/client/page/use-growing-count'
import type { CallSet, WaitingCall } from '@/lib/domain/call/call'
import { isWaiting } from '@/lib/domain/call/call-state'
import { CallCard } from '../call-card'
import { DecidedRow, toolsBefore } from './decided-row'
import { useDecidingHere } from './deciding'
import { ReadsRow } from './reads-row'

type Props = {
  sets: CallSet[]
  /** The Call that keys act on. */
  current: string | undefined
  /** The Call whose verdict has the focus: it is not taken away from under the person. */
  focused: string | null
  /** Reads that are one row, by the id of the first. */
  groups: ReadonlyMap<string, WaitingCall[]>
}

type Row = ComponentProps<typeof DecidedRow>

/** The Calls of the open sets, in order, a line each; the current one is open, and what is settled is folded. */
export function CallRows({ sets, current, focused, groups }: Props) {
  const { busy } = useDecidingHere()
  const inGroups = new Set([...groups.values()].flatMap(([, ...others]) => others.map(({ id }) => id)))
  const all = sets
    .flatMap(set => set.calls.map(call => ({ call, behind: toolsBefore(call, set) })))
    .map((row, index, { length }): Row => ({ ...row, number: length > 1 ? index + 1 : null }))
    .filter(({ call }) => !inGroups.has(call.id))
  const isSeveral = all.filter(({ call }) => isWaiting(call)).length > 1
  const settled = all.filter(({ call }) => call.state === 'settled' && call.id !== focused)
  const folded = new Set(settled.length > 1 ? settled : [])
  const unfolded = all.filter(row => !folded.has(row))
  const count = useGrowingCount(unfolded.length)
  const decided = unfolded.filter(({ call }) => !isWaiting(call))
  const decidedCount = useGrowingCount(decided.length)
  // The last one is there at once: the focus may go to its verdict.
  const later = new Set(decided.slice(decidedCount, -1))
  const rows = unfolded.filter((row, at) => (at < count || row.call.id === current) && !later.has(row))
  return (
    <>
      {rows.map(row => {
        const { call, number = null } = row
        if (!isWaiting(call)) return <DecidedRow key={call.id} {...row} />
        const isCurrent = call.id === current
        const reads = groups.get(call.id)
        if (reads)
          return (
            <ReadsRow
              key={call.id}
              calls={reads}
              number={all.length > 1 ? number : null}
              isCurrent={isCurrent}
            />
          )
        return (
          <CallCard
            key={call.id}
            call={call}
            number={number}
            isSeveral={isSeveral}
            isCurrent={isCurrent}
            isBusy={busy.has(call.id)}
          />
        )
      })}
      {folded.size > 0 && <SettledRows rows={settled} />}
    </>
  )
}

/** What needs nobody any more stands below what does. */
function SettledRows({ rows }: { rows: Row[] }) {
  const t = useTranslations('call.pendingCalls')
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="border-hairline border-t">
      <div className="px-4.75 py-0.5">
        <Button variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> {t('settled', { count: rows.length })}
        </Button>
      </div>
      {isOpen && rows.map(row => <DecidedRow key={row.call.id} {...row} />)}
    </div>
  )
}
