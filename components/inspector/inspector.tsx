'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Tabs } from '@/components/ui/tabs'
import type { SessionView } from '@/lib/domain/view'
import { PlanPanel } from './plan-panel'
import { RequestPanel } from './request-panel'
import { StatePanel } from './state-panel'
import { TimelinePanel } from './timeline-panel'
import { UsagePanel } from './usage-panel'

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

/** What lies behind a session: what it intends, what it knows, what happened, what a model got to see. */
export function Inspector({ view, onClose, first = 'timeline' }: Props) {
  const t = useTranslations('inspector.inspector')
  const [chosen, setChosen] = useState<InspectorTab>(first)
  const Panel = PANELS[chosen]
  return (
    <section
      aria-label={t('name')}
      className="inspector"
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
        chosen={chosen}
        onChoose={id => setChosen(NAMES.find(name => name === id) ?? 'timeline')}
      >
        <Panel view={view} />
      </Tabs>
    </section>
  )
}
