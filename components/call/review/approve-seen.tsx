'use client'

import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import type { WaitingCall } from '@/lib/domain/call/call'
import { DecisionButton } from '../decision-button'
import { useDecidingHere } from '../set/deciding'
import { useDecideAll } from '../set/use-decide-all'
import { sightOf } from '../set/use-seen-calls'
import { isMarkable } from './use-review'

type Props = { waiting: WaitingCall[]; marks: ReadonlySet<string>; onClose: () => void }

/**
 * Approves what somebody says they have viewed, and nothing else. That is their word; what the record gets of each Call is
 * how much of it has been on screen.
 */
export function ApproveSeen({ waiting, marks, onClose }: Props) {
  const t = useTranslations('call.review')
  const { mayDecide } = useDecidingHere()
  const markable = waiting.filter(isMarkable)
  const calls = markable.filter(call => marks.has(sightOf(call)))
  const { unread, isBusy, version, approve, problem } = useDecideAll(calls)
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 border-hairline border-t px-4 pt-2 pb-3 max-phone:border-t-0 max-phone:border-b">
      <p role="status" className="grow basis-full text-small max-phone:basis-0">
        {t('progress', { count: calls.length, all: markable.length })}
      </p>
      {problem}
      {mayDecide && (
        <DecisionButton off={isBusy || calls.length === 0} version={version} onClick={approve}>
          {t('approveSeen', { unread: String(unread) })}
        </DecisionButton>
      )}
      <Button className="ml-auto max-phone:ml-0" onClick={onClose}>
        {t('close')}
      </Button>
    </div>
  )
}
