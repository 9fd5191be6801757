'use client'

import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { CODE } from '@/components/ui/looks'
import { CodeText } from '../code-text'
import { copyExactly, VisibleText } from '../visible-text'

/** How the values of a tree are read. */
export type TreeReader<V> = {
  /** What a value is made of, by key or place; null for one that is not made of others. */
  partsOf: (value: V) => [string, V][] | null
  /** A value as it is written. */
  textOf: (value: V) => string
  /** What is said beside a value. */
  noteOf?: (keys: string[]) => ReactNode
}

type Props<V> = { value: V; reader: TreeReader<V> }

/** How many levels are open at first. */
const OPEN_LEVELS = 2

/** The longest value that stands on the line of its key. */
const LINE_CHARS = 200

/** How many of the values in one place are there at first. */
const SHOWN_VALUES = 100

/** Values within values, as a tree that folds; what is folded is not there. */
export const ValueTree = <V,>({ value, reader }: Props<V>) => (
  <Values value={value} reader={reader} keys={[]} />
)

type PlaceProps<V> = Props<V> & { keys: string[] }

function Values<V>({ value, reader, keys }: PlaceProps<V>) {
  const t = useTranslations('text.tree')
  const [most, setMost] = useState(SHOWN_VALUES)
  const all = reader.partsOf(value) ?? []
  return (
    <ul className={keys.length > 0 ? 'border-hairline border-s-2 ps-3' : ''}>
      {all.slice(0, most).map(([key, inner]) => (
        <li key={key} className="border-hairline border-b last:border-b-0">
          <Value value={inner} keys={[...keys, key]} reader={reader} />
        </li>
      ))}
      {all.length > most && (
        <li>
          <Button look="quiet" onClick={() => setMost(most + 10 * SHOWN_VALUES)}>
            {t('more', { count: Math.min(all.length - most, 10 * SHOWN_VALUES) })}
          </Button>
        </li>
      )}
    </ul>
  )
}

function Value<V>({ value, reader, keys }: PlaceProps<V>) {
  const t = useTranslations('text.tree')
  const [isOpen, setOpen] = useState(keys.length <= OPEN_LEVELS)
  const parts = reader.partsOf(value)
  const name = <VisibleText isLine>{keys.at(-1) ?? ''}</VisibleText>
  const note = reader.noteOf?.(keys)
  if (!parts || parts.length === 0)
    return (
      <div className="py-1">
        <span className={`${CODE} text-quiet`}>{name}: </span>
        <Leaf text={reader.textOf(value)} /> {note}
      </div>
    )
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer py-1 touch:min-h-11">
        <span className={`${CODE} text-quiet`}>{name}</span>{' '}
        <span className="text-quiet text-small">{t('values', { count: parts.length })}</span> {note}
      </summary>
      {isOpen && <Values value={value} reader={reader} keys={keys} />}
    </details>
  )
}

/** A value on the line of its key; a long one has lines of its own, of which the most are folded. */
const Leaf = ({ text }: { text: string }) =>
  text.length > LINE_CHARS ? (
    <CodeText>{text}</CodeText>
  ) : (
    <code className={CODE} onCopy={copyExactly}>
      <VisibleText>{text}</VisibleText>
    </code>
  )
