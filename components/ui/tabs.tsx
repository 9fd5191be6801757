'use client'

import { type KeyboardEvent, type ReactNode, useId } from 'react'

type Tab = { id: string; name: string }

type Props = {
  label: string
  tabs: Tab[]
  chosen: string
  onChoose: (id: string) => void
  children: ReactNode
}

const MOVES: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** One panel at a time; the arrow keys go from tab to tab. */
export function Tabs({ label, tabs, chosen, onChoose, children }: Props) {
  const id = useId()
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const at = tabs.findIndex(tab => tab.id === chosen)
    const next = tabs[(at + (MOVES[event.key] ?? 0) + tabs.length) % tabs.length]
    if (!(event.key in MOVES) || !next) return
    event.preventDefault()
    onChoose(next.id)
    document.getElementById(`${id}${next.id}`)?.focus()
  }
  return (
    <>
      <div role="tablist" aria-label={label} className="tabs" onKeyDown={move}>
        {tabs.map(tab => (
          <button
            key={tab.id}
            id={`${id}${tab.id}`}
            type="button"
            role="tab"
            aria-selected={tab.id === chosen}
            aria-controls={`${id}panel`}
            tabIndex={tab.id === chosen ? 0 : -1}
            className="tab"
            onClick={() => onChoose(tab.id)}
          >
            {tab.name}
          </button>
        ))}
      </div>
      <Panel id={`${id}panel`} of={`${id}${chosen}`}>
        {children}
      </Panel>
    </>
  )
}

const Panel = ({ id, of, children }: { id: string; of: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
  <div role="tabpanel" id={id} aria-labelledby={of} tabIndex={0} className="tab-panel">
    {children}
  </div>
)
