'use client'

import { useTranslations } from 'use-intl'
import { ValueTree } from '@/components/text/file/value-tree'
import { VisibleText } from '@/components/text/visible-text'
import { authorAt } from '@/lib/client/story/revision-causes'
import type { State } from '@/lib/domain/session/state'
import type { StateRevision } from '@/lib/domain/session/state-changes'
import { pointerTo } from '@/lib/domain/session/state-path'
import { isObject } from '@/lib/json/json-value'

type Props = { state: State; revisions: StateRevision[] }

/** The State as a tree: at each value whether a person set it, and what of theirs was overwritten. */
export const StateTree = ({ state, revisions }: Props) => (
  <ValueTree<unknown>
    value={state}
    reader={{
      partsOf: valuesOf,
      textOf: value => JSON.stringify(value),
      noteOf: keys => <Origin keys={keys} revisions={revisions} />,
    }}
  />
)

/** That a person set a value, or what they had set before the agent overwrote it. The agent's own need no word. */
function Origin({ keys, revisions }: { keys: string[]; revisions: StateRevision[] }) {
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
