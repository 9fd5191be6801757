import { withVisibleEscapes } from '@/lib/domain/hidden-characters'
import type { Segment } from '@/lib/domain/request-record'

/** What a request was put together from, each part as wide as its share. The list beside it says the same. */
export function SegmentBar({ segments }: { segments: Segment[] }) {
  return (
    <div aria-hidden className="segment-bar">
      {segments.map(({ label, source, chars }) => (
        <span
          key={`${label} ${source}`}
          data-kind={source.split('/')[0]}
          title={withVisibleEscapes(label)}
          style={{ flexGrow: chars }}
        />
      ))}
    </div>
  )
}
