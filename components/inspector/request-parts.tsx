import { useFormatter, useTranslations } from 'use-intl'
import { LEDGER_LINE } from '@/components/ui/further-looks'
import { type PartPattern, PartSign, PartsBar, PartsLegend, TokenBar } from '@/components/usage/usage-bar'
import {
  type GroupName,
  type SegmentGroup,
  segmentGroups,
  segmentName,
} from '@/lib/client/story/segment-groups'
import type { RequestRecord, Segment } from '@/lib/domain/run/request-record'

const LOOKS: Record<GroupName, PartPattern> = {
  instructions: 'grey',
  memory: 'empty',
  tools: 'hatched',
  summary: 'striped',
  messages: 'full',
}

/** What a Request was made of: the size of each part, and how much of it the provider had in its cache. */
export function RequestParts({ record }: { record: RequestRecord }) {
  const t = useTranslations('inspector.request')
  const { segments, model, dialect, purpose, sent, usage } = record
  const groups = segmentGroups(segments)
  const { inputTokens, cachedTokens, outputTokens } = usage
  return (
    <section aria-label={t('segments')} className="flex flex-col gap-4">
      <p className="text-quiet text-small wrap-anywhere">
        {t('model', { model, dialect })}
        {dialect === 'structured' && purpose === 'loop' && (
          <span className="block">{sent.replySchema ? t('enforced') : t('described')}</span>
        )}
      </p>
      <div>
        <h3 className="font-semibold">{t('parts')}</h3>
        <p className="pb-1 text-quiet text-small">{t('estimated')}</p>
        <PartsBar parts={groups.map(({ name, tokens }) => ({ name, size: tokens, pattern: LOOKS[name] }))} />
        <GroupList groups={groups} />
      </div>
      <div>
        <h3 className="font-semibold">{t('counted')}</h3>
        <p className="pb-1 text-quiet text-small tabular-nums">
          {t('cache', { cached: cachedTokens, fresh: inputTokens - cachedTokens, output: outputTokens })}
        </p>
        <TokenBar
          usage={{ inputTokens, outputTokens, cachedInputTokens: cachedTokens }}
          most={inputTokens + outputTokens}
        />
        <div className="pt-1">
          <PartsLegend />
        </div>
      </div>
    </section>
  )
}

function GroupList({ groups }: { groups: SegmentGroup[] }) {
  const t = useTranslations('inspector.request')
  const format = useFormatter()
  const all = groups.reduce((sum, { tokens }) => sum + tokens, 0)
  return groups.map(({ name, tokens, segments }) => (
    <details key={name} className="border-hairline border-b">
      <summary className="flex cursor-pointer list-none items-center gap-2 py-1 touch:min-h-11 [&::-webkit-details-marker]:hidden">
        <PartSign pattern={LOOKS[name]} />
        <span className="grow underline decoration-field underline-offset-3">{t(`group.${name}`)}</span>
        <span className="text-quiet text-small tabular-nums">{t('tokens', { count: tokens })}</span>
        <span className="w-12 text-right tabular-nums">
          {format.number(all === 0 ? 0 : tokens / all, { style: 'percent', maximumFractionDigits: 0 })}
        </span>
      </summary>
      <dl className="ps-5">
        {segments.map(segment => (
          <SegmentLine key={`${segment.label} ${segment.source}`} segment={segment} />
        ))}
      </dl>
    </details>
  ))
}

function SegmentLine({ segment }: { segment: Segment }) {
  const { source, chars, tokens, rawChars } = segment
  const t = useTranslations('inspector.request')
  const name = segmentName(segment)
  return (
    <div className={LEDGER_LINE}>
      <dt className="min-w-0 wrap-anywhere">
        {name ? t(`segment.${name.code}`, { name: name.of }) : segment.label}{' '}
        <span className="block text-quiet text-small">{source}</span>
      </dt>
      <dd className="shrink-0 text-right text-quiet text-small tabular-nums">
        {t('size', { chars, tokens })}
        {rawChars !== undefined && <span className="block">{t('cut', { chars: rawChars })}</span>}
      </dd>
    </div>
  )
}
