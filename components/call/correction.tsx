'use client'

import { useTranslations } from 'use-intl'
import { CodeText } from '@/components/text/code-text'
import { VisibleText } from '@/components/text/visible-text'
import { argumentChanges } from '@/lib/domain/argument-changes'
import type { Invocation } from '@/lib/domain/call'

type Props = { before: Invocation; after: Invocation }

/** What a person changed, as a correction in the margin: the old word struck, the new one beside it. */
export function Correction({ before, after }: Props) {
  const t = useTranslations('call.correction')
  const isOther = before.tool !== after.tool
  const changes = argumentChanges(before, after)
  if (!isOther && changes.length === 0) return null
  return (
    <figure aria-label={t('name')} className="correction">
      {isOther && <Change name={t('tool')} before={before.tool} after={after.tool} />}
      {changes.map(({ name, ...change }) => (
        <Change key={name} name={name} {...change} />
      ))}
    </figure>
  )
}

const Change = ({ name, before, after }: { name: string; before?: string; after?: string }) => (
  <div>
    <span className="font-mono text-quiet text-small">
      <VisibleText isLine>{name}</VisibleText>
    </span>
    {before !== undefined && (
      <del>
        <CodeText>{before}</CodeText>
      </del>
    )}
    {after !== undefined && (
      <ins>
        <CodeText>{after}</CodeText>
      </ins>
    )}
  </div>
)
