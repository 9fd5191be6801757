import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Tabs } from '@/components/ui/tabs'
import { isLeaving } from '@/lib/client/decisions/key-aim'
import type { SessionView } from '@/lib/domain/session/view'
import { PlanPanel } from './plan-panel'
import { RequestPanel } from './request-panel'
import { StatePanel } from './state-panel'
import { TimelinePanel } from './timeline/timeline-panel'
import { UsagePanel } from './usage-panel'

/** Beside the session, or over it on a narrow screen. */
const BESIDE =
  'fixed inset-y-0 right-0 left-auto z-10 flex w-[min(23.75rem,100vw)] flex-col border-hairline border-l bg-paper max-phone:w-screen max-phone:border-l-0'

/** Whether it is a link to a place of the transcript, which the inspector covers. */
const leadsUnder = (target: EventTarget): boolean =>
  target instanceof Element &&
  target.closest('a[href^="#seq-"]') !== null &&
  matchMedia('(width < 37.5rem)').matches

const NAMES = ['plan', 'state', 'timeline', 'request', 'usage'] as const

type Props = { view: SessionView; onClose: () => void; first?: InspectorTab }

type InspectorTab = (typeof NAMES)[number]

/** What lies behind a session: its plan, its state, its events, its requests and what they used. */
export function Inspector({ view, onClose, first = 'timeline' }: Props) {
  const t = useTranslations('inspector.inspector')
  const [tab, setTab] = useState<InspectorTab>(first)
  const [request, setRequest] = useState<number | null>(null)
  const showRequest = (number: number): void => {
    setRequest(number)
    setTab('request')
  }
  return (
    <section
      aria-label={t('name')}
      data-inspector
      className={BESIDE}
      onKeyDown={event => isLeaving(event) && onClose()}
      onClick={({ target }) => leadsUnder(target) && onClose()}
    >
      <header className="flex items-center justify-between gap-4 px-5 py-3">
        <h2 className="font-semibold">{t('name')}</h2>
        <Button variant="quiet" onClick={onClose}>
          {t('close')}
        </Button>
      </header>
      <Tabs label={t('name')} tabs={NAMES.map(id => ({ id, name: t(id) }))} value={tab} onChoose={setTab}>
        {tab === 'plan' && <PlanPanel view={view} />}
        {tab === 'state' && <StatePanel view={view} />}
        {tab === 'timeline' && <TimelinePanel view={view} onRequest={showRequest} />}
        {tab === 'request' && <RequestPanel view={view} selection={request} onChoose={setRequest} />}
        {tab === 'usage' && <UsagePanel view={view} />}
      </Tabs>
    </section>
  )
}
