'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CodeText } from '@/components/text/code-text'
import { copyExactly, VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { CODE } from '@/components/ui/looks'
import { authorAt } from '@/lib/client/story/revision-causes'
import type { State } from '@/lib/domain/session/state'
import type { StateRevision } from '@/lib/domain/session/state-changes'
import { pointerTo } from '@/lib/domain/session/state-path'
import { isObject } from '@/lib/json/json-value'

type Props = { state: State; revisions: StateRevision[] }

/** How many levels are open at first. */
const OPEN_LEVELS = 2

/** The longest value that stands on the line of its key. */
const LINE_CHARS = 200

/** How many of the values in one place are there at first. */
const SHOWN_VALUES = 100

/** The State as a tree: at each value whether a person set it, and what of theirs was overwritten. */
export const StateTree = ({ state, revisions }: Props) => (
  <Values value={state} keys={[]} revisions={revisions} />
)

type PlaceProps = { value: unknown; keys: string[]; revisions: StateRevision[] }

function Values({ value, keys, revisions }: PlaceProps) {
  const t = useTranslations('inspector.state')
  const [most, setMost] = useState(SHOWN_VALUES)
  const all = valuesOf(value) ?? []
  return (
    <ul className={keys.length > 0 ? 'border-hairline border-s-2 ps-3' : ''}>
      {all.slice(0, most).map(([key, inner]) => (
        <li key={key} className="border-hairline border-b last:border-b-0">
          <Value value={inner} keys={[...keys, key]} revisions={revisions} />
        </li>
      ))}
      {all.length > most && (
        <li>
          <Button look="quiet" onClick={() => setMost(all.length)}>
            {t('all', { count: all.length })}
          </Button>
        </li>
      )}
    </ul>
  )
}

function Value({ value, keys, revisions }: PlaceProps) {
  const t = useTranslations('inspector.state')
  const [isOpen, setOpen] = useState(keys.length <= OPEN_LEVELS)
  const values = valuesOf(value)
  const name = <VisibleText isLine>{keys.at(-1) ?? ''}</VisibleText>
  if (!values || values.length === 0)
    return (
      <div className="py-1">
        <span className={`${CODE} text-quiet`}>{name}: </span>
        <Leaf text={JSON.stringify(value)} /> <Origin keys={keys} revisions={revisions} />
      </div>
    )
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer py-1 touch:min-h-11">
        <span className={`${CODE} text-quiet`}>{name}</span>{' '}
        <span className="text-quiet text-small">{t('values', { count: values.length })}</span>{' '}
        <Origin keys={keys} revisions={revisions} />
      </summary>
      {isOpen && <Values value={value} keys={keys} revisions={revisions} />}
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

/** That a person set a value, or what they had set before the agent overwrote it. The agent's own need no word. */
function Origin({ keys, revisions }: Omit<PlaceProps, 'value'>) {
  const t = useTranslations('inspector.state')
  const path = pointerTo(keys)
  const before = revisions[0]?.open?.find(change => change.path === path)?.before
  if (before !== undefined)
    return (
      <span className="block font-semibold text-small wrap-anywhere">
        {t('youHadSet')}{' '}
        <del className="font-mono font-normal">
          <VisibleText>{before}</VisibleText>
        </del>
      </span>
    )
  if (authorAt(revisions, path) !== 'person') return null
  return <span className="ms-1 whitespace-nowrap text-quiet text-small">{t('setByYou')}</span>
}

/** What an object or a list is made of, by key or place; null for any other value. */
function valuesOf(value: unknown): [string, unknown][] | null {
  if (Array.isArray(value)) return value.map((inner, index) => [`${index}`, inner])
  return isObject(value) ? Object.entries(value) : null
}
