'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Tabs } from '@/components/ui/tabs'
import type { SessionView } from '@/lib/domain/session/view'
import { PlanPanel } from './plan-panel'
import { RequestPanel } from './request-panel'
import { StatePanel } from './state-panel'
import { TimelinePanel } from './timeline-panel'
import { UsagePanel } from './usage-panel'

/** Beside the session, or over it on a narrow screen. */
const BESIDE =
  'fixed inset-y-0 right-0 left-auto z-10 flex w-[min(23.75rem,100vw)] flex-col border-hairline border-l bg-paper max-phone:w-screen max-phone:border-l-0'

const PANELS = {
  plan: PlanPanel,
  state: StatePanel,
  timeline: TimelinePanel,
  request: RequestPanel,
  usage: UsagePanel,
}

const NAMES = ['plan', 'state', 'timeline', 'request', 'usage'] as const

type Props = { view: SessionView; onClose: () => void; first?: InspectorTab }

export type InspectorTab = (typeof NAMES)[number]

/** What lies behind a session: its plan, its state, its events, its requests and what they used. */
export function Inspector({ view, onClose, first = 'timeline' }: Props) {
  const t = useTranslations('inspector.inspector')
  const [tab, setTab] = useState<InspectorTab>(first)
  const Panel = PANELS[tab]
  return (
    <section
      aria-label={t('name')}
      data-inspector
      className={BESIDE}
      onKeyDown={event => event.key === 'Escape' && onClose()}
    >
      <header className="flex items-center justify-between gap-4 px-5 py-3">
        <h2 className="font-semibold">{t('name')}</h2>
        <Button look="quiet" onClick={onClose}>
          {t('close')}
        </Button>
      </header>
      <Tabs
        label={t('name')}
        tabs={NAMES.map(id => ({ id, name: t(id) }))}
        value={tab}
        onChoose={id => setTab(NAMES.find(name => name === id) ?? 'timeline')}
      >
        <Panel view={view} />
      </Tabs>
    </section>
  )
}
