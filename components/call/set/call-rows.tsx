'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import type { Call, CallSet, WaitingCall } from '@/lib/domain/call/call'
import { isWaiting } from '@/lib/domain/call/call-state'
import { CallCard } from '../call-card'
import { DecidedRow } from './decided-row'
import { useDecidingHere } from './deciding'

type Props = {
  sets: CallSet[]
  /** The Call that keys act on. */
  current: string | undefined
  /** The Call whose verdict has the focus: it is not taken away from under the person. */
  focused: string | null
  isListed: (call: WaitingCall) => boolean
  onOpen: (callId: string) => void
}

type Row = { set: CallSet; call: Call; number: number | null }

/** The Calls of the open sets, in order, a line each; the current one is open, and what is settled is folded. */
export function CallRows({ sets, current, focused, isListed, onOpen }: Props) {
  const { busy, isBack } = useDecidingHere()
  const rows = sets.flatMap(set => set.calls.map(call => ({ set, call }))).map(withNumber)
  const isSeveral = rows.filter(({ call }) => isWaiting(call)).length > 1
  const settled = rows.filter(({ call }) => call.state === 'settled' && call.id !== focused)
  const folded = settled.length > 1 ? settled : []
  return (
    <>
      {rows.map(row => {
        const { call, number } = row
        if (folded.includes(row)) return null
        if (!isWaiting(call)) return <DecidedRow key={call.id} {...row} />
        return (
          <CallCard
            key={call.id}
            {...{ call, number, isSeveral, isBack, onOpen }}
            isCurrent={call.id === current}
            isBusy={busy.has(call.id)}
            isListed={isListed(call)}
          />
        )
      })}
      {folded.length > 0 && <SettledRows rows={folded} />}
    </>
  )
}

const withNumber = (row: Omit<Row, 'number'>, index: number, { length }: unknown[]): Row => ({
  ...row,
  number: length > 1 ? index + 1 : null,
})

/** What needs nobody any more stands below what does. */
function SettledRows({ rows }: { rows: Row[] }) {
  const t = useTranslations('call.pendingCalls')
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="border-hairline border-t">
      <div className="px-4.75 py-0.5">
        <Button look="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> {t('settled', { count: rows.length })}
        </Button>
      </div>
      {isOpen && rows.map(row => <DecidedRow key={row.call.id} {...row} />)}
    </div>
  )
}
