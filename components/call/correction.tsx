'use client'

import { useTranslations } from 'use-intl'
import { CodeText } from '@/components/text/code-text'
import { VisibleText } from '@/components/text/visible-text'
import { argumentChanges } from '@/lib/domain/call/argument-changes'
import type { Call, Invocation } from '@/lib/domain/call/call'

type Props = { before: Invocation; after: Invocation; hooks?: Call['hooks'] }

/** What a person or a hook changed: the old values struck through, the new ones below. */
export function CorrectionNote({ before, after, hooks = [] }: Props) {
  const t = useTranslations('call.correction')
  const isOther = before.tool !== after.tool
  const changes = argumentChanges(before, after)
  if (!isOther && changes.length === 0) return null
  const hook = hooks.findLast(({ argumentsText }) => argumentsText === after.argumentsText)?.hook
  return (
    <figure aria-label={t('name')} className="my-1 border-field border-l-3 border-double pl-3">
      {hook !== undefined && <figcaption className="text-small">{t('byHook', { hook })}</figcaption>}
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
      <del className="block text-quiet">
        <CodeText>{before}</CodeText>
      </del>
    )}
    {after !== undefined && (
      <ins className="block no-underline">
        <CodeText>{after}</CodeText>
      </ins>
    )}
  </div>
)

type SourceProps = { call: Pick<Call, 'dialect' | 'span' | 'outputPath'> }

/**
 * In which dialect a Call was written, where in the text of the reply, and where its result goes; nothing for a native
 * call.
 */
export function CallSource({ call }: SourceProps) {
  const t = useTranslations('call.source')
  const { dialect, span, outputPath } = call
  if (!span) return null
  const [from, to] = span
  return (
    <p className="text-quiet text-small tabular-nums">
      <span className="mr-1 rounded-small border border-hairline px-1.5 font-mono">{dialect}</span>{' '}
      {t('where', { from: from + 1, to })}
      {outputPath !== undefined && (
        <span className="block">
          {t('output')} <VisibleText isLine>{outputPath}</VisibleText>
        </span>
      )}
    </p>
  )
}
