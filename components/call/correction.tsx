import { useTranslations } from 'use-intl'
import { lazyPart } from '@/components/page/lazy-part'
import { VisibleText } from '@/components/text/visible-text'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import { argumentChanges } from '@/lib/domain/call/argument-changes'
import type { Call } from '@/lib/domain/call/call'
import type { ChangedCall } from './change-figure'

const ChangeFigure = lazyPart(async () => (await import('./change-figure')).ChangeFigure)

/** What a person or a hook changed of a Call. */
export function CorrectionNote({ call }: { call: ChangedCall }) {
  const { proposed, effective: after } = call
  const isChanged = after && (after.tool !== proposed.tool || argumentChanges(proposed, after).length > 0)
  return isChanged && <ChangeFigure call={call} after={after} />
}

/** The same of a Call that is known by its id. */
export function CorrectionOfCall({ callId }: { callId: string }) {
  const { data } = useRead(KEYS.call(callId), 'GET /api/calls/{id}', { params: { id: callId } })
  return data && <CorrectionNote call={data} />
}

/**
 * In which dialect a Call was written, where in the text of the reply, and where its result goes; nothing for a native
 * call.
 */
export function CallSource({ call }: { call: Pick<Call, 'dialect' | 'span' | 'outputPath'> }) {
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
