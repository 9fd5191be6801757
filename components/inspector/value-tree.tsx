'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CodeText } from '@/components/text/code-text'
import { copyExactly, VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { CODE } from '@/components/ui/looks'
import { isObject } from '@/lib/text/json/json-value'

/** How many levels are open at first. */
const OPEN_LEVELS = 2

/** The longest value that stands on the line of its key. */
const LINE_CHARS = 200

/** How many of the values in one place are there at first, and how many more each time. */
const SHOWN_VALUES = 100
const MORE_VALUES = 1_000

/** What an object or a list is made of, by key or place; null for any other value. */
function partsOf(value: unknown): [string, unknown][] | null {
  if (Array.isArray(value)) return value.map((inner, index) => [`${index}`, inner])
  return isObject(value) ? Object.entries(value) : null
}

/** Values within values, as a tree that folds; what is folded is not there. */
export function ValueTree({ value, level = 1 }: { value: unknown; level?: number }) {
  const t = useTranslations('inspector.tree')
  const [most, setMost] = useState(SHOWN_VALUES)
  const all = partsOf(value) ?? []
  return (
    <ul className={level > 1 ? 'border-hairline border-s-2 ps-3' : ''}>
      {all.slice(0, most).map(([name, inner]) => (
        <li key={name} className="border-hairline border-b last:border-b-0">
          <Value name={name} value={inner} level={level} />
        </li>
      ))}
      {all.length > most && (
        <li>
          <Button variant="quiet" onClick={() => setMost(most + MORE_VALUES)}>
            {t('more', { count: Math.min(all.length - most, MORE_VALUES) })}
          </Button>
        </li>
      )}
    </ul>
  )
}

function Value({ name, value, level }: { name: string; value: unknown; level: number }) {
  const t = useTranslations('inspector.tree')
  const [isOpen, setOpen] = useState(level <= OPEN_LEVELS)
  const count = partsOf(value)?.length ?? 0
  const key = (
    <span className={`${CODE} text-quiet`}>
      <VisibleText isLine>{name}</VisibleText>
    </span>
  )
  if (count > 0)
    return (
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="cursor-pointer py-1 touch:min-h-11">
          {key} <span className="text-quiet text-small">{t('values', { count })}</span>
        </summary>
        {isOpen && <ValueTree value={value} level={level + 1} />}
      </details>
    )
  const text = JSON.stringify(value)
  return (
    <div className="py-1">
      {key}:{' '}
      {text.length > LINE_CHARS ? (
        <CodeText>{text}</CodeText>
      ) : (
        <code className={CODE} onCopy={copyExactly}>
          <VisibleText>{text}</VisibleText>
        </code>
      )}
    </div>
  )
}
