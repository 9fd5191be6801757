import { type KeyboardEvent, type ReactNode, useId } from 'react'

/** `own`: a panel that scrolls by itself. `form`: a part of a form. */
const LOOKS = {
  own: { list: 'px-2', panel: 'min-h-0 flex-1 overflow-y-auto px-5 py-4' },
  form: { list: '', panel: 'min-h-0 flex-none pt-1' },
}

type Props<Id extends string> = {
  label: string
  tabs: { id: Id; name: string }[]
  value: Id
  onChoose: (id: Id) => void
  variant?: keyof typeof LOOKS
  children: ReactNode
}

const MOVES: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** The arrow keys move from tab to tab. */
export function Tabs<Id extends string>({ label, tabs, variant = 'own', children, ...choice }: Props<Id>) {
  const { value, onChoose } = choice
  const id = useId()
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const at = tabs.findIndex(tab => tab.id === value)
    const next = tabs[(at + (MOVES[event.key] ?? 0) + tabs.length) % tabs.length]
    if (!(event.key in MOVES) || !next) return
    event.preventDefault()
    onChoose(next.id)
    document.getElementById(`${id}${next.id}`)?.focus()
  }
  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        className={`flex overflow-x-auto border-hairline border-b ${LOOKS[variant].list}`}
        onKeyDown={move}
      >
        {tabs.map(tab => (
          <button
            key={tab.id}
            id={`${id}${tab.id}`}
            type="button"
            role="tab"
            aria-selected={tab.id === value}
            aria-controls={`${id}panel`}
            tabIndex={tab.id === value ? 0 : -1}
            className="border-transparent border-b-2 px-2.5 py-0.5 font-strong touch:min-h-11 touch:min-w-11 aria-selected:border-b-ink"
            onClick={() => onChoose(tab.id)}
          >
            {tab.name}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}panel`}
        aria-labelledby={`${id}${value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        className={`focus-visible:-outline-offset-2 ${LOOKS[variant].panel}`}
      >
        {children}
      </div>
    </>
  )
}
